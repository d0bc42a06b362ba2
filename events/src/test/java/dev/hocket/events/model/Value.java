package dev.hocket.events.model;

/** A value, which a variable can hold and a channel can carry. */
sealed interface Value {

  Value UNIT = new Unit();

  /** The value of an operation that has none. */
  record Unit() implements Value {
    @Override
    public String toString() {
      return "()";
    }
  }

  record Atom(String text) implements Value {
    @Override
    public String toString() {
      return text;
    }
  }

  record Chan(String name) implements Value {
    @Override
    public String toString() {
      return name;
    }
  }

  /** A synchronisation that can be withdrawn. */
  record Handle(String id) implements Value {}

  /** An event that is passed on without being synchronised on. */
  record EventValue(Ev event) implements Value {}
}

package dev.hocket.compiler.lower;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.loops.SharedLoop.Relation;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;

/**
 * Translates shared loops. The body stays at its place, inside a loop over a chunk's iterations:
 *
 * <pre>
 * { final int from = a; final long to = b; final Loop loop = Teams.loop(…); try { loop.deal(…);
 * if (loop.next()) do { final int first = …;
 * for (int k = first, n = first + loop.size(); k < n; k++) { final int i = k; BODY }
 * } while (loop.next()); … } catch … finally { loop.end(); } }</pre>
 *
 * <p>In this form the JVM compiles the inner loop like the user's own loop. With {@code while}
 * instead of {@code if} and {@code do}, or with a counter that starts at 0 and is added to {@code
 * first}, a loop of {@code own[keys[i]]++} takes 1.37 times as long. Loops with another step,
 * relation or type count from 0 nevertheless, because their last value plus a step may overflow.
 *
 * <p>The expressions of the head also stay, in order; the text between them is replaced. The head
 * is evaluated once: before the region of a {@code parallel for}; by each thread of a lone {@code
 * for} if the result is the same; otherwise by one thread, inside the loop:
 *
 * <pre>
 * { final Loop loop = Teams.loop(…); try {
 * final int from = (int) loop.once(loop.evaluates() ? a : 0); … loop.deal(…); …</pre>
 */
final class LoopLowering {
  private final CheckedUnit checked;
  private final AttributedUnit unit;
  private final Library library;
  private final Naming naming;
  private final Labels labels;
  private final Tokens tokens;
  private final Edits edits;
  private final CopyLowering copies;
  private final Expressions expressions;
  private final Exits exits;

  private final Openings openings;

  /** Opens the region that the directive of a loop begins around the loop. */
  interface Openings {
    /**
     * The call that begins the region, up to its code.
     *
     * @param handle the name of the variable with the iterations that a task runs
     * @param counts the number of iterations of each loop
     */
    Snippet of(Region region, String handle, String counts);
  }

  LoopLowering(Context context, Openings openings) {
    this.openings = openings;
    this.checked = context.checked();
    this.unit = context.unit();
    this.library = context.library();
    this.naming = context.naming();
    this.labels = context.labels();
    this.tokens = context.tokens();
    this.edits = context.edits();
    this.copies = new CopyLowering(context);
    this.expressions = new Expressions(context);
    this.exits = new Exits(context);
  }

  void lower(LoopNest nest) {
    Head head = new Head(nest);
    if (head.isByOne) {
      begin(head);
    }
    head.add(chunk(head));
    for (int level = 0; level < nest.loops().size(); level++) {
      switch (nest.loops().get(level)) {
        case SharedLoop.Counted loop -> counted(head, loop, level);
        case SharedLoop.Each loop -> each(head, loop);
      }
    }
    nest.ownRegion().ifPresent(region -> head.add(openings.of(region, head.loop, head.counts())));
    if (!head.isByOne && !head.isOfTasks) {
      begin(head);
    }
    if (!head.isOfTasks) {
      head.add(head.loop + ".deal(" + schedule(nest) + ", " + head.counts() + "); ");
    }
    head.add(copies.declarations(nest.region()));
    head.add(exits.label(nest.region()));
    head.add(nest.ownRegion().filter(r -> head.isOfTasks).map(exits::label).orElse(""));
    head.add("if (" + head.loop + ".next()) do { ");
    head.add(head.firsts());
    head.add(nest.label().map(label -> label + ": ").orElse(""));
    head.add(head.count());
    head.add(head.variable());
    head.end(unit.start(nest.body()));
    close(head);
  }

  private void begin(Head head) {
    head.add(
        "final %s %s = %s%s(%s); try { "
            .formatted(
                library.type(Library.LOOP),
                head.loop,
                library.call(Library.TEAMS),
                head.nest.isOrdered() ? "orderedLoop" : "loop",
                labels.at(head.nest.region().offset())));
  }

  /**
   * Reads the bounds of a loop. Those of an inner loop are read only if the outer loops have
   * iterations.
   */
  private void counted(Head head, SharedLoop.Counted loop, int level) {
    head.add("final " + type(loop) + " " + head.name("from", level) + " = ");
    head.number(loop.from(), level, type(loop), "");
    head.add("; final long " + head.name("to", level) + " = ");
    head.number(loop.to(), level, "long", "");
    head.add("; ");
    if (loop.step().constant() == null) {
      head.add("final long " + head.name("step", level) + " = ");
      head.number(loop.step().expression(), level, "long", loop.step().subtracted() ? "-" : "");
      head.add("; ");
    }
    String trips =
        "%s%s(%s, %s, %s)"
            .formatted(
                library.call("Trips"),
                loop.relation().word(),
                head.name("from", level),
                head.name("to", level),
                head.step(level));
    // Without iterations of the outer loop, the bounds of this loop have not been read.
    String of = level == 0 ? trips : head.name("trips", level - 1) + " == 0 ? 0 : " + trips;
    head.add("final long " + head.name("trips", level) + " = " + of + "; ");
  }

  private void each(Head head, SharedLoop.Each loop) {
    TypeMirror type = unit.trees().getTypeMirror(new TreePath(loop.path(), loop.items()));
    String name =
        loop.isArray()
            ? TypeNames.of(type).orElse("var")
            : elementName(type).map(e -> "java.util.List<" + e + ">").orElse("var");
    head.add("final " + name + " " + head.name("items") + " = ");
    head.add(head.isByOne ? head.loop + ".onceOf(" + head.loop + ".evaluates() ? " : "");
    head.add(loop.isArray() ? "" : library.call(Library.TEAMS) + "elements(");
    head.keep(loop.items());
    head.add((loop.isArray() ? "" : ")") + (head.isByOne ? " : null)" : "") + "; ");
  }

  /** The name of the elements' type, if there is one. */
  private Optional<String> elementName(TypeMirror type) {
    TypeElement iterable = unit.elements().getTypeElement("java.lang.Iterable");
    return supertypes(type)
        .filter(each -> unit.types().asElement(each).equals(iterable))
        .findFirst()
        .map(each -> ((DeclaredType) each).getTypeArguments())
        .flatMap(all -> all.isEmpty() ? Optional.of("?") : elementNameOf(all.getFirst()));
  }

  /** The name of a type. A captured wildcard has none, but its upper bound may have one. */
  private static Optional<String> elementNameOf(TypeMirror type) {
    Optional<String> name = TypeNames.of(type);
    return name.isEmpty() && type instanceof TypeVariable captured
        ? TypeNames.of(captured.getUpperBound()).map(bound -> "? extends " + bound)
        : name;
  }

  private Stream<? extends TypeMirror> supertypes(TypeMirror type) {
    return Stream.concat(
        type.getKind() == TypeKind.DECLARED ? Stream.of(type) : Stream.empty(),
        unit.types().directSupertypes(type).stream().flatMap(this::supertypes));
  }

  /** Creates the schedule's argument if its chunks have a size. */
  private Snippet chunk(Head head) {
    Optional<Clause> clause =
        head.nest
            .region()
            .directive()
            .clause(ClauseKind.SCHEDULE)
            .filter(schedule -> schedule.expression() != null);
    if (clause.isEmpty()) {
      return new Snippet();
    }
    Snippet size = expressions.of(clause.get());
    if (head.isByOne) {
      String once = head.loop + ".once(" + head.loop + ".evaluates() ? (" + size + ") : 1)";
      size = new Snippet().addExpression(once, clause.get());
    }
    return Snippet.of("final " + library.type("Schedule") + " " + scheduleName(head.nest) + " = ")
        .add(kind(clause.get()) + ".chunk(")
        .add(size)
        .add("); ");
  }

  private String schedule(LoopNest nest) {
    Optional<Clause> clause = nest.region().directive().clause(ClauseKind.SCHEDULE);
    return clause.filter(c -> c.expression() != null).isPresent()
        ? scheduleName(nest)
        : clause.map(this::kind).orElse(library.call("Schedule") + "STATIC");
  }

  private String scheduleName(LoopNest nest) {
    return naming.ofTeam("schedule", nest.region());
  }

  private String kind(Clause clause) {
    return library.call("Schedule") + clause.word().text().toUpperCase(Locale.ROOT);
  }

  private String type(SharedLoop loop) {
    // The type's text cannot be used, because it may contain annotations.
    TypeMirror type = unit.trees().getElement(new TreePath(loop.path(), loop.variable())).asType();
    return type.getKind() == TypeKind.INT ? "int" : "long";
  }

  private void close(Head head) {
    InPlaceRegion region = head.nest.region();
    int bodyEnd = unit.end(head.nest.body());
    edits.blank(tokens.between(bodyEnd, region.end()));
    String handle = head.loop + ".";
    Snippet closing =
        Snippet.of(" } } while (" + handle + "next()); ").add(copies.stores(region, handle));
    closing.add(head.isOfTasks ? "" : naming.ending(region, head.loop));
    closing.add(head.nest.ownRegion().isEmpty() ? " }" : "");
    edits.close(region.end(), region.start(), closing);
  }

  /** Replaces the heads of the loops: generated text around the expressions, which stay. */
  private final class Head {
    private final LoopNest nest;
    private final String loop;

    /** Whether one thread evaluates the head for all. */
    private final boolean isByOne;

    /** Whether the loop belongs to a {@code taskloop}. */
    private final boolean isOfTasks;

    private int at;
    private Snippet text;

    Head(LoopNest nest) {
      // The region that the same directive opens already has braces around everything.
      this.text = Snippet.of(nest.ownRegion().isEmpty() ? "{ " : "");
      this.nest = nest;
      this.isOfTasks = nest.ownRegion().filter(TaskRegion.class::isInstance).isPresent();
      this.isByOne = nest.ownRegion().isEmpty() && !nest.isPlain();
      this.loop = naming.ofTeam("loop", nest.region());
      this.at = nest.region().start();
    }

    String name(String role) {
      return naming.ofTeam(role, nest.region());
    }

    String name(String role, int level) {
      return naming.ofTeam(role + level, nest.region());
    }

    void add(String more) {
      text.add(more);
    }

    void add(Snippet more) {
      text.add(more);
    }

    /** Writes the collected text before an expression that stays. */
    void keep(Tree expression) {
      end(unit.start(expression));
      at = unit.end(expression);
    }

    /** Adds a number from the head, or 0 if the loop around it has no iterations. */
    void number(Tree expression, int level, String type, String sign) {
      String runs = level == 0 ? "" : name("trips", level - 1) + " != 0";
      String condition =
          !isByOne ? runs : loop + ".evaluates()" + (runs.isEmpty() ? "" : " && " + runs);
      String cast = type.equals("long") ? "" : "(" + type + ") ";
      boolean plain = condition.isEmpty() && sign.isEmpty();
      add(isByOne ? cast + loop + ".once(" : "");
      add(condition.isEmpty() ? "" : condition + " ? ");
      add(plain ? "" : sign.isEmpty() ? "(" : sign + "(long) (");
      keep(expression);
      add((plain ? "" : ")") + (condition.isEmpty() ? "" : " : 0") + (isByOne ? ")" : ""));
    }

    /** The number of iterations of each loop. */
    String counts() {
      if (nest.loops().getLast() instanceof SharedLoop.Each each) {
        return name("items") + (each.isArray() ? ".length" : ".size()");
      }
      return IntStream.range(0, nest.loops().size())
          .mapToObj(level -> name("trips", level))
          .collect(Collectors.joining(", "));
    }

    void end(int offset) {
      edits.cover(tokens.between(at, offset), text);
      text = new Snippet();
    }

    String step(int level) {
      SharedLoop.Counted counted = (SharedLoop.Counted) nest.loops().get(level);
      Long constant = counted.step().constant();
      return constant == null ? name("step", level) : constant + "L";
    }

    /**
     * Declares the indices of a chunk's first iteration. Within a chunk only the innermost changes.
     */
    String firsts() {
      StringBuilder firsts = new StringBuilder();
      int last = nest.loops().size() - 1;
      if (nest.loops().getLast() instanceof SharedLoop.Each) {
        return "final int " + name("first") + " = (int) " + loop + ".first(); ";
      }
      for (int level = 0; level <= last; level++) {
        String number = level == last ? loop + ".first()" : loop + ".index(" + level + ")";
        String type = type(nest.loops().get(level));
        String name =
            level == last ? name("first") : nest.loops().get(level).variable().getName().toString();
        String value = "(" + name("from", level) + " + " + number + " * " + step(level) + ")";
        String cast = type.equals("int") ? "(int) " : "";
        firsts.append("final " + type + " " + name + " = " + cast + value + "; ");
      }
      return firsts.toString();
    }

    /** The head of the loop that counts a chunk's iterations. */
    String count() {
      String start = countsFromFirst() ? name("first") : "0";
      String end = (countsFromFirst() ? name("first") + " + " : "") + loop + ".size()";
      return "for (int %1$s = %3$s, %2$s = %4$s; %1$s < %2$s; %1$s++) { "
          .formatted(name("k"), name("n"), start, end);
    }

    /**
     * Whether the counter is the loop's variable itself, or the index of its element. The bound is
     * an {@code int}, so the sum of first index and size does not overflow.
     */
    private boolean countsFromFirst() {
      return switch (nest.loops().getLast()) {
        case SharedLoop.Each each -> true;
        case SharedLoop.Counted counted ->
            type(counted).equals("int")
                && counted.relation() == Relation.LESS
                && Objects.equals(counted.step().constant(), 1L)
                && isInt(counted);
      };
    }

    private boolean isInt(SharedLoop.Counted counted) {
      TypeMirror bound = unit.trees().getTypeMirror(new TreePath(counted.path(), counted.to()));
      return bound.getKind() == TypeKind.INT;
    }

    /** Declares the variable of the innermost loop. */
    String variable() {
      int level = nest.loops().size() - 1;
      return switch (nest.loops().get(level)) {
        case SharedLoop.Counted counted -> index(counted, level);
        case SharedLoop.Each each -> {
          int start = unit.start(each.variable());
          int end = Declarator.of(unit, tokens, each.variable()).nameEnd();
          String item = name("items") + (each.isArray() ? "[%s]" : ".get(%s)").formatted(name("k"));
          yield expressions.text(start, end) + " = " + item + "; ";
        }
      };
    }

    private String index(SharedLoop.Counted counted, int level) {
      String type = type(counted);
      Long step = counted.step().constant();
      String name = counted.variable().getName().toString();
      String number = name("k");
      if (countsFromFirst()) {
        return "final int " + name + " = " + number + "; ";
      }
      String grown =
          step == null
              ? " + " + number + " * " + (type.equals("int") ? "(int) " : "") + name("step", level)
              : step == 1
                  ? " + " + number
                  : step == -1
                      ? " - " + number
                      : " + "
                          + number
                          + " * "
                          + (type.equals("int") ? step.intValue() + "" : step + "L");
      return "final " + type + " " + name + " = " + name("first") + grown + "; ";
    }
  }
}

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
 * Shares out loops. The body stays where it is, in a loop over the iterations of a chunk:
 *
 * <pre>
 * { final int from = a; final long to = b; final Loop loop = Teams.loop(…); try { loop.deal(…);
 * if (loop.next()) do { final int first = …;
 * for (int k = first, n = first + loop.size(); k < n; k++) { final int i = k; BODY }
 * } while (loop.next()); … } catch … finally { loop.end(); } }</pre>
 *
 * <p>In this form the JVM compiles the inner loop as it compiles the user's own loop. With {@code
 * while} in the place of {@code if} and {@code do}, or with a counter from 0 to which {@code first}
 * is added, a loop of {@code own[keys[i]]++} takes 1.37 times as long. A loop with another step,
 * relation or type counts from 0 all the same, because its last value plus a step may overflow.
 *
 * <p>The expressions of the head stay too, in their order; what is between them is replaced. The
 * head is evaluated once: before the region of {@code parallel for}; by each thread of a lone
 * {@code for} if that makes no difference, and otherwise by one thread, inside the loop:
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

  /** Opens the region that the directive of a loop begins for that alone. */
  interface Openings {
    /**
     * The call that begins it, up to its code.
     *
     * @param handle the variable with the iterations that a task runs
     * @param counts how often each loop runs
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

  /** Reads the bounds of a loop, of an inner one only if the ones around it run at all. */
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
    // If a loop around this one does not run, the bounds of this one have not been read.
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

  /** The name of the elements' type, if it has one. */
  private Optional<String> elementName(TypeMirror type) {
    TypeElement iterable = unit.elements().getTypeElement("java.lang.Iterable");
    return supertypes(type)
        .filter(each -> unit.types().asElement(each).equals(iterable))
        .findFirst()
        .map(each -> ((DeclaredType) each).getTypeArguments())
        .flatMap(all -> all.isEmpty() ? Optional.of("?") : elementNameOf(all.getFirst()));
  }

  /** A captured wildcard has no name, but the type that it extends may have one. */
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

  /** Makes the schedule, if its chunks have a size. */
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
    // Not the text of the type, which may have annotations.
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

  /** The replacement of the loops' heads: generated text around the expressions that stay. */
  private final class Head {
    private final LoopNest nest;
    private final String loop;

    /** Whether one thread evaluates it for all. */
    private final boolean isByOne;

    /** Whether it is a {@code taskloop}. */
    private final boolean isOfTasks;

    private int at;
    private Snippet text;

    Head(LoopNest nest) {
      // A region of the same directive has braces around all of it.
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

    /** Puts the text before an expression that stays. */
    void keep(Tree expression) {
      end(unit.start(expression));
      at = unit.end(expression);
    }

    /** Adds a number of the head, 0 where a loop around has no iterations. */
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

    /** How often each loop runs. */
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

    /** The indices of a chunk's first iteration; only the innermost changes in it. */
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

    /** Counts the iterations of a chunk. */
    String count() {
      String start = countsFromFirst() ? name("first") : "0";
      String end = (countsFromFirst() ? name("first") + " + " : "") + loop + ".size()";
      return "for (int %1$s = %3$s, %2$s = %4$s; %1$s < %2$s; %1$s++) { "
          .formatted(name("k"), name("n"), start, end);
    }

    /**
     * Whether the counter has the values of the variable, or of the index of an element. Their
     * bound is an {@code int}, so that the sum of the first one and the size does not overflow.
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

    /** The variable of the innermost loop. */
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

package dev.hocket.compiler.lower;

import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.Locale;
import java.util.Optional;
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
  private final Context context;
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
     * @param counts an expression for the iterations that tasks divide among them
     */
    Snippet of(Region region, String handle, String counts);
  }

  LoopLowering(Context context, Openings openings) {
    this.openings = openings;
    this.context = context;
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
    LoopHead head = new LoopHead(context, nest);
    if (head.isByOne) {
      begin(head);
    }
    head.add(chunk(head));
    if (nest.isRectangular()) {
      for (int level = 0; level < nest.loops().size(); level++) {
        switch (nest.loops().get(level)) {
          case SharedLoop.Counted loop -> counted(head, loop, level);
          case SharedLoop.Each loop -> each(head, loop);
        }
      }
    } else {
      rows(head);
    }
    String counts = nest.isRectangular() ? "new long[] {" + head.counts() + "}" : head.name("rows");
    nest.ownRegion().ifPresent(region -> head.add(openings.of(region, head.loop, counts)));
    if (!head.isByOne && !head.isOfTasks) {
      begin(head);
    }
    if (!head.isOfTasks) {
      String dealt = nest.isRectangular() ? head.counts() : head.name("rows");
      head.add(head.loop + ".deal(" + schedule(nest) + ", " + dealt + "); ");
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

  private void begin(LoopHead head) {
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
  private void counted(LoopHead head, SharedLoop.Counted loop, int level) {
    bounds(head, loop, level);
    // Without iterations of the outer loop, the bounds of this loop have not been read.
    String trips = trips(head, loop, level);
    String of = level == 0 ? trips : head.name("trips", level - 1) + " == 0 ? 0 : " + trips;
    head.add("final long " + head.name("trips", level) + " = " + of + "; ");
  }

  private void bounds(LoopHead head, SharedLoop.Counted loop, int level) {
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
  }

  private String trips(LoopHead head, SharedLoop.Counted loop, int level) {
    return "%s%s(%s, %s, %s, %s)"
        .formatted(
            library.call("Trips"),
            loop.relation().word(),
            head.name("from", level),
            head.name("to", level),
            head.step(level),
            labels.at(head.nest.region().offset()));
  }

  /**
   * Runs the heads of loops that use the indices around them, and collects the rows. They stay in
   * loops of their own, so each head sees the indices that it uses:
   *
   * <pre>
   * final Rows rows = new Rows(…); final int from0 = a; final long to0 = b; …
   * for (long row0 = 0; row0 &lt; trips0; row0++) { final int i = …;
   * final int from1 = i; final long to1 = c; … rows.add(trips1, from1, i); }</pre>
   */
  private void rows(LoopHead head) {
    String rows = head.name("rows");
    String type = library.type("Rows");
    String label = labels.at(head.nest.region().offset());
    int loops = head.nest.loops().size();
    String made = "new " + type + "(" + label + ", " + loops + ")";
    if (head.isByOne) {
      made = head.loop + ".onceOf(" + head.loop + ".evaluates() ? " + made + " : null)";
    }
    head.add("final " + type + " " + rows + " = " + made + "; ");
    head.add(head.isByOne ? "if (" + head.loop + ".evaluates()) { " : "");
    for (int level = 0; level < loops; level++) {
      SharedLoop.Counted loop = (SharedLoop.Counted) head.nest.loops().get(level);
      bounds(head, loop, level);
      String trips = head.name("trips", level);
      head.add("final long " + trips + " = " + trips(head, loop, level) + "; ");
      if (loop.isOutside()) {
        head.add(rows + ".leave(" + level + ", " + head.at(level, trips) + "); ");
      }
      if (level < loops - 1) {
        String row = head.name("row", level);
        head.add("for (long %1$s = 0; %1$s < %2$s; %1$s++) { ".formatted(row, trips));
        head.add("final " + type(loop) + " " + head.variable(loop) + " = ");
        head.add(head.at(level, row) + "; ");
      }
    }
    head.add(rows + ".add(" + head.name("trips", loops - 1) + ", " + head.name("from", loops - 1));
    for (SharedLoop around : head.nest.loops().subList(0, loops - 1)) {
      head.add(", " + head.variable((SharedLoop.Counted) around));
    }
    head.add("); " + "} ".repeat(loops - 1) + (head.isByOne ? "} " : ""));
    head.add(head.isByOne ? head.loop + ".onceOf(" + rows + "); " : "");
  }

  private void each(LoopHead head, SharedLoop.Each loop) {
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
  private Snippet chunk(LoopHead head) {
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
        .add(", " + labels.at(head.nest.region().offset()) + "); ");
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

  static String type(SharedLoop.Counted loop) {
    // The type's text cannot be used, because it may contain annotations.
    return loop.index().asType().getKind() == TypeKind.INT ? "int" : "long";
  }

  private void close(LoopHead head) {
    InPlaceRegion region = head.nest.region();
    int bodyEnd = unit.end(head.nest.body());
    edits.blank(tokens.between(bodyEnd, region.end()));
    String handle = head.loop + ".";
    Snippet closing =
        Snippet.of(" } } while (" + handle + "next()); ").add(copies.stores(region, handle));
    boolean isAlone = head.nest.ownRegion().isEmpty();
    closing.add(isAlone ? endValues(head.nest) : "");
    closing.add(head.isOfTasks ? "" : naming.ending(region, head.loop));
    closing.add(isAlone ? " }" : "");
    edits.close(region.end(), region.start(), closing);
  }

  /** Gives indices that are declared before a nest the values that a sequential run leaves. */
  String endValues(LoopNest nest) {
    StringBuilder values = new StringBuilder();
    LoopHead head = new LoopHead(context, nest);
    for (int level = 0; level < nest.loops().size(); level++) {
      if (nest.loops().get(level) instanceof SharedLoop.Counted loop && loop.isOutside()) {
        String variable = naming.use(checked.variables().resolve(loop.index(), nest.aroundHead()));
        boolean isRows = !nest.isRectangular();
        String reached =
            isRows
                ? head.name("rows") + ".reaches(" + level + ")"
                : head.name("trips", Math.max(0, level - 1)) + " != 0";
        String value =
            isRows
                ? "(" + type(loop) + ") " + head.name("rows") + ".left(" + level + ")"
                : head.at(level, head.name("trips", level));
        values.append(level == 0 ? "" : "if (" + reached + ") ");
        values.append(variable).append(" = ").append(value).append("; ");
      }
    }
    return values.toString();
  }
}

package dev.hocket.compiler.lower;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
 * { final int from = a; final long to = b; final Loop loop = Teams.loop(Trips.less(from, to, 1), …);
 * try { while (loop.next()) { final int first = …; for (int k = 0, n = loop.size(); k < n; k++) {
 * final int i = first + k; BODY } } … } catch … finally { loop.end(); } }</pre>
 *
 * <p>The expressions of the head stay too, in their order; what is between them is replaced.
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

  LoopLowering(Context context) {
    this.checked = context.checked();
    this.unit = context.unit();
    this.library = context.library();
    this.naming = context.naming();
    this.labels = context.labels();
    this.tokens = context.tokens();
    this.edits = context.edits();
    this.copies = new CopyLowering(context);
    this.expressions = new Expressions(context);
  }

  void lower(LoopNest nest) {
    Head head = new Head(nest);
    chunk(nest).ifPresent(head::add);
    for (int level = 0; level < nest.loops().size(); level++) {
      switch (nest.loops().get(level)) {
        case SharedLoop.Counted loop -> counted(head, loop, level);
        case SharedLoop.Each loop -> each(head, loop);
      }
    }
    head.add("try { ");
    head.add(copies.declarations(nest.region()));
    head.add("while (" + head.loop + ".next()) { ");
    head.add(head.firsts());
    head.add(nest.label().map(label -> label + ": ").orElse(""));
    String count = "for (int %1$s = 0, %2$s = %3$s.size(); %1$s < %2$s; %1$s++) { ";
    head.add(count.formatted(head.name("k"), head.name("n"), head.loop));
    head.add(head.variable());
    head.end(unit.start(nest.body()));
    close(head);
  }

  /** Reads the bounds of a loop, of an inner one only if the ones around it run at all. */
  private void counted(Head head, SharedLoop.Counted loop, int level) {
    String guard = level == 0 ? "" : head.name("trips", level - 1) + " == 0 ? 0 : (";
    String guarded = level == 0 ? "; " : "); ";
    head.add("final " + type(loop) + " " + head.name("from", level) + " = " + guard);
    head.keep(loop.from());
    head.add(guarded + "final long " + head.name("to", level) + " = " + guard);
    head.keep(loop.to());
    head.add(guarded);
    if (loop.step().constant() == null) {
      String sign = loop.step().subtracted() ? "-(long) (" : "(";
      head.add("final long " + head.name("step", level) + " = " + guard + sign);
      head.keep(loop.step().expression());
      head.add(")" + guarded);
    }
    String trips =
        "%s%s(%s, %s, %s)"
            .formatted(
                library.call("Trips"),
                loop.relation().word(),
                head.name("from", level),
                head.name("to", level),
                head.step(level));
    int last = head.nest.loops().size() - 1;
    if (last == 0) {
      head.add(start(head, Library.LOOP, "loop", trips + ", " + schedule(head.nest) + ", %s"));
    } else {
      // If a loop around this one does not run, the bounds of this one have not been read.
      String of = level == 0 ? trips : head.name("trips", level - 1) + " == 0 ? 0 : " + trips;
      head.add("final long " + head.name("trips", level) + " = " + of + "; ");
      if (level == last) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i <= last; i++) {
          all.add(head.name("trips", i));
        }
        String arguments = schedule(head.nest) + ", %s, " + String.join(", ", all);
        head.add(start(head, Library.LOOP, "collapse", arguments));
      }
    }
  }

  private void each(Head head, SharedLoop.Each loop) {
    TypeMirror type = unit.trees().getTypeMirror(new TreePath(loop.path(), loop.items()));
    String schedule = ", " + schedule(head.nest) + ", %s";
    if (loop.isArray()) {
      String name = TypeNames.of(type).orElse("var");
      head.add("final " + name + " " + head.name("items") + " = ");
      head.keep(loop.items());
      head.add("; " + start(head, Library.LOOP, "loop", head.name("items") + ".length" + schedule));
    } else {
      String handle =
          elementName(type).map(e -> library.type("EachLoop") + "<" + e + ">").orElse("var");
      String verb = head.nest.isOrdered() ? "orderedEach(" : "each(";
      head.add("final " + handle + " " + head.loop + " = ");
      head.add(library.call(Library.TEAMS) + verb);
      head.keep(loop.items());
      head.add(schedule.formatted(labels.at(head.nest.region().offset())) + "); ");
    }
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

  private String start(Head head, String type, String verb, String arguments) {
    String word =
        head.nest.isOrdered()
            ? "ordered" + verb.substring(0, 1).toUpperCase(Locale.ROOT) + verb.substring(1)
            : verb;
    return "final %s %s = %s%s(%s); "
        .formatted(
            library.type(type),
            head.loop,
            library.call(Library.TEAMS),
            word,
            arguments.formatted(labels.at(head.nest.region().offset())));
  }

  /** Makes the schedule, if its chunks have a size. */
  private Optional<Snippet> chunk(LoopNest nest) {
    return nest.region()
        .directive()
        .clause(ClauseKind.SCHEDULE)
        .filter(clause -> clause.expression() != null)
        .map(clause ->
            Snippet.of("final " + library.type("Schedule") + " " + scheduleName(nest) + " = ")
                .add(kind(clause) + ".chunk(")
                .add(expressions.of(clause))
                .add("); "));
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
    return unit.trees().getElement(new TreePath(loop.path(), loop.variable())).asType().toString();
  }

  private void close(Head head) {
    InPlaceRegion region = head.nest.region();
    int bodyEnd = unit.end(head.nest.body());
    edits.blank(tokens.between(bodyEnd, region.end()));
    String handle = head.loop + ".";
    Snippet closing = Snippet.of(" } } ").add(copies.stores(region, handle));
    closing.add(naming.ending(region, head.loop) + " }");
    edits.close(region.end(), region.start(), closing);
  }

  /** The replacement of the loops' heads: generated text around the expressions that stay. */
  private final class Head {
    private final LoopNest nest;
    private final String loop;
    private int at;
    private Snippet text = Snippet.of("{ ");

    Head(LoopNest nest) {
      this.nest = nest;
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
      if (nest.loops().getLast() instanceof SharedLoop.Each each) {
        return each.isArray()
            ? "final int " + name("first") + " = (int) " + loop + ".first(); "
            : "";
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

    /** The variable of the innermost loop. */
    String variable() {
      int level = nest.loops().size() - 1;
      return switch (nest.loops().get(level)) {
        case SharedLoop.Counted counted -> index(counted, level);
        case SharedLoop.Each each -> {
          int start = unit.start(each.variable());
          int end = Declarator.of(unit, tokens, each.variable()).nameEnd();
          String item =
              each.isArray()
                  ? name("items") + "[" + name("first") + " + " + name("k") + "]"
                  : loop + ".item(" + name("k") + ")";
          yield expressions.text(start, end) + " = " + item + "; ";
        }
      };
    }

    private String index(SharedLoop.Counted counted, int level) {
      String type = type(counted);
      Long step = counted.step().constant();
      String name = counted.variable().getName().toString();
      String number = name("k");
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

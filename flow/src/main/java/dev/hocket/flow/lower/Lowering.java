package dev.hocket.flow.lower;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Input;
import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.engine.Admission;
import dev.hocket.flow.engine.Arc;
import dev.hocket.flow.engine.Collector;
import dev.hocket.flow.engine.Control;
import dev.hocket.flow.engine.Control.LoopHead;
import dev.hocket.flow.engine.Control.LoopTail;
import dev.hocket.flow.engine.Control.MapHead;
import dev.hocket.flow.engine.Control.MapTail;
import dev.hocket.flow.engine.Control.Merge;
import dev.hocket.flow.engine.Control.Tail;
import dev.hocket.flow.engine.Control.Way;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Gate;
import dev.hocket.flow.engine.Pending;
import dev.hocket.flow.engine.Section;
import dev.hocket.flow.engine.Step;
import dev.hocket.flow.engine.Token;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.If;
import dev.hocket.flow.graph.Node.Loop;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Node.SMap;
import dev.hocket.flow.graph.Region;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.link.Balancer;
import dev.hocket.flow.lower.Draft.Point;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.Reach;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Failures.Retry;
import dev.hocket.flow.settings.Failures.Skip;
import dev.hocket.flow.settings.Failures.Stop;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.walk.Site;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Turns a graph and a mapping into sections, steps and arcs. A node whose calls are all in one
 * section becomes direct calls; one whose calls are in several becomes a {@link Control} around its
 * lowered regions.
 */
// The nodes of a region become elements, which know the elements they depend on; elements become
// instructions of steps. An element joins a step of its section if everything it depends on is done
// in that step or before the step begins. So it delays nothing, and the dependencies between steps
// have no cycle.
public final class Lowering {
  private final Execution run;
  private final Mapping mapping;
  private final Slots slots;
  private final Settings settings;
  private final boolean kept;

  /** Whether the flow continues after a packet has failed. */
  private final boolean skips;

  private final IntFunction<Section> sections;

  /** The collections whose elements may change while sections handle them. */
  private final Set<String> changing;

  private final LoopVariables loops;
  private final List<Draft> drafts = new ArrayList<>();

  /** The smallest capacity of an arc in each enclosing loop and collection, the innermost first. */
  private final Deque<int[]> bounds = new ArrayDeque<>();

  /** Whether one step does all work on a packet, so that packets are handled one by one. */
  private boolean isOneStep;

  private Section end;
  private int steps;
  private int points;
  private int controls;

  /**
   * Prepares the lowering.
   *
   * @param changing the ids of the collections whose elements may change while sections handle them
   */
  public Lowering(
      Execution run,
      Mapping mapping,
      Slots slots,
      Settings settings,
      IntFunction<Section> sections,
      Set<String> changing) {
    this.run = run;
    this.mapping = mapping;
    this.slots = slots;
    this.loops = new LoopVariables(slots);
    this.settings = settings;
    this.kept = settings.order() == Order.KEPT;
    this.skips = skips(settings.failures());
    this.sections = sections;
    this.changing = changing;
  }

  private static boolean skips(Failures failures) {
    return switch (failures) {
      case Stop stop -> false;
      case Skip skip -> true;
      case Retry retry -> skips(retry.then());
    };
  }

  /**
   * Lowers a whole graph.
   *
   * @param home the section in which packets begin
   * @param collector the end of all packets
   * @return the admission, where packets begin
   */
  public Admission lower(Graph graph, int home, Collector collector) {
    isOneStep = mapping.isSingle() && graph.body().nodes().stream().noneMatch(this::needsStep);
    int most = mapping.beginsOneByOne(graph, kept) ? 1 : settings.inFlight();
    Admission admission = new Admission(run, sections.apply(home), steps++, most);
    Draft begin = draft(admission);
    Level level = new Level(graph.body(), "", null, begin, null, kept, home);
    level.lower();
    Element end = new Element(null, level.elements.ofResult());
    end.needs.addAll(level.elements.list());
    Argument value = ((Yield) graph.body().result()).value();
    end.instruction = new Instruction.Collect(value, collector);
    Draft last = level.join(end);
    this.end = last.step.section;
    if (collector.demand() != null) {
      last.step.guard(collector.demand());
    }
    drafts.forEach(Draft::seal);
    return admission;
  }

  /** Returns whether a node needs a step of its own, though all code is in one section. */
  private boolean needsStep(Node node) {
    return Site.hasAsync(node)
        || node instanceof Call call
            && !call.implementation().source()
            && settings.inside(call) > 1;
  }

  /** The section in which packets end. */
  public Section end() {
    return end;
  }

  public int steps() {
    return steps;
  }

  public int controls() {
    return controls;
  }

  private Draft draft(Step step) {
    Draft draft = new Draft(step, () -> points++);
    drafts.add(draft);
    return draft;
  }

  private Arc arc(Section from, Draft to, int capacity) {
    bounds.forEach(bound -> bound[0] = Math.min(bound[0], capacity));
    return new Arc(from, to.step, capacity, settings.inFlight());
  }

  /**
   * Lets a step wait for room on an arc, unless a gate counts the packets that go round on the arc.
   */
  private void limit(Draft from, Arc arc, int capacity) {
    if (bounds.isEmpty() && capacity < settings.inFlight() && arc.isLimited()) {
      from.step.limitBy(arc);
    }
  }

  /** Lowers one region, between the control that begins it and the one that ends it. */
  private final class Level {
    final Elements elements;
    private final Region region;
    private final String copy;

    /** The step that the region continues; null if a control begins the region. */
    private final Draft begin;

    /** The way in which a control sends packets into the region; null for the whole graph. */
    private final Way way;

    private final Section from;
    private final Draft head;
    private final Loop loop;

    /** Whether packets keep their order in the region. */
    private final boolean keeps;

    /** The steps that elements may join, by their sections. */
    private final Map<Section, List<Draft>> open = new HashMap<>();

    Level(Region region, String copy, Loop loop, Draft begin, Way way, boolean keeps, int home) {
      this(region, copy, loop, begin, way, null, null, keeps, home);
      open(begin);
    }

    Level(
        Region region,
        String copy,
        Loop loop,
        Draft begin,
        Way way,
        Section from,
        Draft head,
        boolean keeps,
        int home) {
      this.region = region;
      this.copy = copy;
      this.loop = loop;
      this.begin = begin;
      this.way = way;
      this.from = from;
      this.head = head;
      this.keeps = keeps;
      // Turns take a step of their own, and what is before it would run ahead of them.
      boolean takesTurns = keeps && !isOneStep;
      this.elements = new Elements(region, copy, loop, mapping, home, takesTurns, skips);
    }

    void lower() {
      for (Element element : elements.list()) {
        if (element.isSplit()) {
          split(element);
        } else {
          join(element);
        }
      }
    }

    /** Ends a region that a control has begun. */
    void end(Draft tail) {
      List<Point> points = Draft.last(elements.list().stream().map(e -> e.end).toList());
      for (Point point : points) {
        int capacity = settings.arcs().capacity();
        Arc arc = arc(point.draft().step.section, tail, capacity);
        point.draft().sendFrom(point.position(), arc);
        limit(point.draft(), arc, capacity);
      }
      way.sinks = points.size();
      if (points.isEmpty()) {
        enterFromControl(tail, settings.arcs().capacity());
        way.sinks = 1;
      }
      way.result =
          region.result() instanceof Yield yield
              ? slots.input(yield.value())
              : Input.constant(SectionCode.AGAIN);
    }

    /** Puts an element into a step. */
    Draft join(Element element) {
      Draft draft = element.gate == null && inside(element) == 1 ? fitting(element) : null;
      if (draft == null) {
        Section section = sections.apply(element.section);
        draft = connect(new Step(section, steps++), element);
        if (element.gate != null) {
          draft.step.guard(element.gate);
        }
      }
      element.end = element.instruction == null ? draft.end() : draft.add(element.instruction);
      return draft;
    }

    private int inside(Element element) {
      return element.node instanceof Call call ? settings.inside(call) : 1;
    }

    private void open(Draft draft) {
      open.computeIfAbsent(draft.step.section, any -> new ArrayList<>()).add(draft);
    }

    private Draft fitting(Element element) {
      Section section = sections.apply(element.section);
      for (Draft draft : open.getOrDefault(section, List.of())) {
        if (element.needs.stream().allMatch(need -> draft.isBehind(need.end))) {
          return draft;
        }
      }
      return null;
    }

    /**
     * Makes a step that begins when arcs have brought the packet from everything that an element
     * depends on.
     */
    private Draft connect(Step step, Element element) {
      Draft draft = draft(step);
      List<Point> points =
          new ArrayList<>(Draft.last(element.needs.stream().map(need -> need.end).toList()));
      if (points.isEmpty() && begin != null) {
        points.add(begin.begin());
      }
      for (Point point : points) {
        Section sender = point.draft().step.section;
        boolean gathers = sender == step.section && inside(element) > 1;
        int capacity = gathers ? inside(element) : capacity(element);
        if (gathers) {
          step.gather(capacity);
        }
        Arc arc = arc(sender, draft, capacity);
        point.draft().sendFrom(point.position(), arc);
        limit(point.draft(), arc, capacity);
        draft.comesBehind(point);
        step.addInput();
      }
      if (points.isEmpty()) {
        enterFromControl(draft, capacity(element));
      }
      open(draft);
      return draft;
    }

    private void enterFromControl(Draft draft, int capacity) {
      Arc arc = arc(from, draft, capacity);
      way.roots.add(arc);
      draft.step.addInput();
      limit(head, arc, capacity);
    }

    private int capacity(Element element) {
      return element.node instanceof Call call
          ? settings.capacity(call)
          : settings.arcs().capacity();
    }

    /** Lowers a node with parts in several sections. */
    private void split(Element element) {
      switch (element.node) {
        case Call call -> call(element, call);
        case If choice -> {
          Input test = slots.input(choice.test());
          choose(
              element,
              List.of(choice.then(), choice.otherwise()),
              List.of(copy, copy),
              keeps,
              token -> token.dead || If.isTrue(test.get(token.slots)) ? 0 : 1,
              any -> {});
        }
        case Replicate copies -> replicate(element, copies);
        case Loop inner -> loop(element, inner);
        case SMap map -> map(element, map);
        default -> throw new AssertionError(element.node);
      }
    }

    /**
     * Lowers an asynchronous call to two steps: one that makes it, and one in which packets wait.
     */
    private void call(Element element, Call call) {
      int retries = settings.failures().retries();
      // A repeated call must not come behind later calls that have used the state.
      boolean oneByOne = keeps && retries > 0 && call.implementation().stateful();
      Gate gate = new Gate(oneByOne ? 1 : settings.capacity(call));
      Step caller = new Step(sections.apply(element.section), steps++);
      caller.guard(gate);
      Control control = new Control(controls++, keeps);
      int value = slots.slot(call.id());
      int repeats = slots.slot(call.id() + " repeats");
      Pending pending =
          new Pending(run, caller, steps++, control, gate, call, value, repeats, retries);
      Draft head = connect(caller, element);
      head.add(new Instruction.Evaluate(call, copy, loop));
      Point begun = head.add(pending::await);
      // No element may join this step: it would wait until earlier calls are no longer pending.
      open.get(head.step.section).remove(head);
      Draft tail = draft(pending);
      ends(element, tail, begun);
      element.end = tail.end();
    }

    private void replicate(Element element, Replicate copies) {
      Input input = slots.input(copies.input());
      Input hashed = slots.input(copies.hashed());
      int parameter = slots.slot(copies.body().parameters().getFirst());
      Balancer balancer = slots.balancer(copies, copy, settings.failures().retries());
      List<Region> bodies = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= copies.copies(); i++) {
        bodies.add(copies.body());
        names.add(Site.copy(copies, copy, i));
      }
      // Packets of different keys may overtake one another, those of one key may not.
      boolean keepsInside = keeps || copies.key() != null;
      choose(
          element,
          bodies,
          names,
          keepsInside,
          token -> {
            if (!token.dead) {
              token.slots[parameter] = input.get(token.slots);
              try {
                return balancer.choose(hashed.get(token.slots));
              } catch (Throwable t) {
                token.dead = true;
                run.failed(token.packet, new Failed(copies, t));
              }
            }
            return balancer.pass();
          },
          balancer::left);
    }

    private interface Choice {
      int of(Token token);
    }

    private interface Left {
      void way(int number);
    }

    private void choose(
        Element element,
        List<Region> regions,
        List<String> copies,
        boolean keepsInside,
        Choice choice,
        Left left) {
      Control control = new Control(controls++, keeps);
      List<Way> ways = new ArrayList<>();
      Draft head = fitting(element);
      if (head == null) {
        head = connect(new Step(sections.apply(element.section), steps++), element);
      }
      Point begun =
          head.add(token -> {
            int chosen = choice.of(token);
            control.enter(token, chosen);
            ways.get(chosen).send(token);
          });
      int out = slots.slot(element.node.id());
      Merge merge = new Merge(sections.apply(element.last), steps++, control, ways);
      Draft tail = draft(merge);
      for (int i = 0; i < regions.size(); i++) {
        ways.add(new Way());
        Way way = ways.get(i);
        lowerWay(
            regions.get(i), copies.get(i), loop, way, head, keepsInside, element.section, tail);
      }
      ends(element, tail, begun);
      element.end =
          tail.add(token -> {
            int chosen = control.choice(token);
            if (!token.dead) {
              token.slots[out] = ways.get(chosen).result.get(token.slots);
            }
            left.way(chosen);
          });
    }

    private void lowerWay(
        Region part,
        String copy,
        Loop loop,
        Way way,
        Draft head,
        boolean keepsInside,
        int home,
        Draft tail) {
      Level level =
          new Level(part, copy, loop, null, way, head.step.section, head, keepsInside, home);
      level.lower();
      level.end(tail);
    }

    /** A step after a control also runs after everything that the control's head waits for. */
    private void ends(Element element, Draft tail, Point begun) {
      tail.comesBehind(begun);
      open(tail);
    }

    private void loop(Element element, Loop inner) {
      Section section = sections.apply(element.section);
      Control control = new Control(controls++, keeps);
      Way body = new Way();
      int[] bound = {settings.inFlight()};
      boolean oneByOne = keeps && mapping.hasState(inner.body());
      Gate gate = new Gate(() -> oneByOne ? 1 : bound[0]);
      LoopTail last = new LoopTail(section, steps++, control, gate, body, loops.again(inner));
      LoopHead first = new LoopHead(section, steps++, control, last, loops.begin(inner));
      circle(
          element, inner.body(), inner, body, bound, connect(first, element), first::enter, last);
      int out = slots.slot(inner.id());
      element.end =
          element.end.draft().add(token -> token.slots[out] = body.result.get(token.slots));
    }

    private void map(Element element, SMap map) {
      Section section = sections.apply(element.section);
      Control control = new Control(controls++, keeps);
      Way body = new Way();
      int[] bound = {settings.inFlight()};
      int mappingSlot = slots.slot(map.id() + " elements");
      int out = slots.slot(map.id());
      MapTail last =
          new MapTail(section, steps++, control, new Gate(() -> bound[0]), body, mappingSlot, out);
      MapHead first =
          new MapHead(
              run,
              section,
              steps++,
              control,
              last,
              map,
              slots.input(map.collection()),
              slots.slot(map.body().parameters().getFirst()),
              mappingSlot,
              changing.contains(map.id()) ? Reach::parts : null);
      circle(element, map.body(), null, body, bound, connect(first, element), first::enter, last);
    }

    /** Lowers a body that one packet enters several times. */
    private void circle(
        Element element,
        Region region,
        Loop loop,
        Way body,
        int[] bound,
        Draft head,
        Step.Action enter,
        Tail last) {
      Point begun = head.add(enter);
      // No element may join this step: it would wait until earlier packets have left the body.
      open.get(head.step.section).remove(head);
      Draft tail = draft(last);
      bounds.push(bound);
      lowerWay(region, copy, loop, body, head, keeps, element.section, tail);
      bounds.pop();
      ends(element, tail, begun);
      element.end = tail.end();
    }
  }
}

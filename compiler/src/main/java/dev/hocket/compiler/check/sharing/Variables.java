package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Writes;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Name;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;

/**
 * Collects every local variable of a file, with its uses, its copies, and whether it must be boxed:
 * a block becomes a lambda, which cannot assign a variable of the method around it. Expressions in
 * clauses use variables, too, and must compile:
 *
 * <pre>{@code
 * int size = 3; // boxed
 * //#omp target virtual(worker) if(size > limit) // HK018: there is no 'limit'
 * size = 4;
 * }</pre>
 */
public final class Variables {
  private final AttributedUnit unit;
  private final Regions regions;
  private final List<LoopNest> nests;
  private final LoopHeads heads;
  private final Map<VariableElement, Local> declared = new LinkedHashMap<>();
  private final Map<Copy, Local> copies = new LinkedHashMap<>();

  /** The static fields that regions copy. */
  private final Map<VariableElement, Local> fields = new LinkedHashMap<>();

  private final Scopes scopes;

  /** The items of {@code depend} clauses that are locations. */
  private final Map<Clause, DependItem> dependItems = new IdentityHashMap<>();

  private final Set<Element> reassigned = new HashSet<>();

  /** The variables that clauses assign, with the regions of the clauses. */
  private final Map<VariableElement, List<Region>> stored = new HashMap<>();

  private record Copy(VariableElement element, Region block) {}

  public Variables(AttributedUnit unit, Regions regions, List<LoopNest> nests, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.nests = nests;
    this.heads = new LoopHeads(unit, regions, nests);
    findDeclarations();
    this.scopes = new Scopes(unit, declared.values());
    regions.all().forEach(this::findFields);
    findReassigned();
    findUses();
    nests.forEach(this::findEndValues);
    findUsesInClauses(problems);
    regions.all().forEach(this::boxDependItems);
    Boxing boxing = new Boxing(unit, regions, nests, declared.values(), stored);
    declared.values().forEach(boxing::boxIfNeeded);
    copies.values().forEach(boxing::boxIfNeeded);
    declared.values().forEach(boxing::boxWithSiblings);
  }

  /** The variables that the program declares. */
  public Collection<Local> declared() {
    return declared.values();
  }

  /** A region's own copies, in the order of its clauses. */
  public List<Local> copiesOf(Region block) {
    return copies.values().stream().filter(local -> local.construct().equals(block)).toList();
  }

  /** All variables and copies. */
  public List<Local> all() {
    List<Local> all = new ArrayList<>(declared.values());
    all.addAll(copies.values());
    return all;
  }

  /**
   * The variable or copy that a declared variable's name denotes in a region; null means outside
   * all.
   */
  public Local resolve(VariableElement element, Region inside) {
    for (Region block = inside; block != null; block = block.around()) {
      Local copy = copies.get(new Copy(element, block));
      if (copy != null) {
        return copy;
      }
    }
    return declared.getOrDefault(element, fields.get(element));
  }

  /** The location that a {@code depend} clause lists; empty if it lists none, which is reported. */
  public Optional<DependItem> dependItem(Clause clause) {
    return Optional.ofNullable(dependItems.get(clause));
  }

  /** Whether a variable is the index of a shared loop, which each iteration declares for itself. */
  boolean isOfSharedLoop(Local local) {
    return nests.stream()
        .flatMap(nest -> nest.loops().stream())
        .anyMatch(loop ->
            switch (loop) {
              case SharedLoop.Counted counted ->
                  !counted.isOutside() && counted.index().equals(local.element());
              case SharedLoop.Each each -> each.variable() == local.tree();
            });
  }

  /** The local variable that a name in a region's clause denotes. */
  public Optional<Local> named(String name, Region region) {
    return scopes.local(name, region).map(local -> resolve(local.element(), region.around()));
  }

  /** The field that a name in a region's clause denotes. */
  public Optional<VariableElement> field(String name, Region region) {
    return scopes.staticField(name, region).or(() -> scopes.ownField(name, region));
  }

  Scopes scopes() {
    return scopes;
  }

  /** The program's variables that are assigned after their declaration. */
  public Set<Element> reassigned() {
    Set<Element> elements = new HashSet<>();
    all().stream().filter(Local::isWritten).forEach(local -> elements.add(local.element()));
    return elements;
  }

  private static boolean isLocal(Element element) {
    return element instanceof VariableElement
        && switch (element.getKind()) {
          case LOCAL_VARIABLE,
              PARAMETER,
              RESOURCE_VARIABLE,
              EXCEPTION_PARAMETER,
              BINDING_VARIABLE ->
              true;
          default -> false;
        };
  }

  private void findDeclarations() {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitVariable(VariableTree tree, Void unused) {
        if (unit.trees().getElement(getCurrentPath()) instanceof VariableElement element
            && isLocal(element)) {
          declared.put(
              element, new Local(element, getCurrentPath(), heads.ownerOf(getCurrentPath())));
        }
        return super.visitVariable(tree, unused);
      }
    }.scan(new TreePath(unit.tree()), null);
  }

  private void findFields(Region region) {
    for (Clause clause : region.directive().clauses()) {
      if (clause.kind().takesFields()) {
        clause
            .names()
            .forEach(name ->
                scopes
                    .staticField(name.text(), region)
                    .ifPresent(f -> copy(f, region, clause.kind())));
      }
    }
  }

  private void copy(VariableElement field, Region region, ClauseKind kind) {
    TreePath around = region.path();
    while (!(around.getLeaf() instanceof ClassTree)) {
      around = around.getParentPath();
    }
    TreePath place = around;
    Local original = fields.computeIfAbsent(field, key -> new Local(field, place, null));
    copies.putIfAbsent(new Copy(field, region), new Local(original, region, kind));
  }

  private void findUses() {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        addUse(getCurrentPath());
        return null;
      }

      @Override
      public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        return addUse(getCurrentPath()) ? null : super.visitMemberSelect(tree, unused);
      }
    }.scan(new TreePath(unit.tree()), null);
  }

  /** Records a use of a name, if the name denotes a variable that regions may share or copy. */
  private boolean addUse(TreePath path) {
    int offset = unit.start(path.getLeaf());
    if (!(unit.trees().getElement(path) instanceof VariableElement element)
        || unit.end(path.getLeaf()) < 0
        || heads.changes(element, offset)) {
      return false;
    }
    Region inside = heads.regionOf(offset, element);
    boolean ofField = fields.containsKey(element) && resolve(element, inside).construct() != null;
    if (!ofField && !declared.containsKey(element)) {
      return false;
    }
    boolean writes = Writes.isWritten(path);
    Region function = inside == null ? null : inside.function();
    Use use = new Use(offset, Writes.isRead(path), writes, function, path);
    addUse(element, use, inside);
    return true;
  }

  /** After its last iteration a shared loop assigns an index that is declared before it. */
  private void findEndValues(LoopNest nest) {
    nest.countedOutside()
        .forEach(loop -> {
          int offset = unit.start(loop.path().getLeaf());
          Region around = nest.aroundHead();
          Region function = around == null ? null : around.function();
          addUse(loop.index(), new Use(offset, false, true, function, null), around);
          // The body may not use the index, but each iteration declares it.
          makeCopies(loop.index(), nest.region());
        });
  }

  private void addUse(VariableElement element, Use use, Region inside) {
    makeCopies(element, inside);
    resolve(element, inside).uses().add(use);
  }

  /** Creates the copies of a variable for all regions around a use that ask for one. */
  private void makeCopies(VariableElement element, Region inside) {
    Local original = declared.get(element);
    if (original == null) {
      return;
    }
    int start = unit.start(original.tree());
    List<Region> around = new ArrayList<>();
    for (Region b = inside; b != null && !b.contains(start); b = b.around()) {
      around.addFirst(b);
    }
    for (Region region : around) {
      Copy key = new Copy(element, region);
      if (heads.isIndexOf(region, element)) {
        copies.computeIfAbsent(key, k -> Local.index(original, region));
      } else if (!heads.isAroundLoopOf(region, element)) {
        copyIn(region, original)
            .ifPresent(kind -> copies.computeIfAbsent(key, k -> new Local(original, region, kind)));
      }
    }
  }

  /**
   * The kind of copy that a region has; the copies of the regions around it exist already. A task
   * copies variables that its directive does not list and its team does not share (OpenMP 5.2,
   * section 5.1.1). Variables that are never assigned again need no copy: it would make no
   * difference.
   */
  private Optional<ClauseKind> copyIn(Region region, Local original) {
    Optional<ClauseKind> listed = region.directive().copy(original.name());
    boolean copies =
        region instanceof TaskRegion task
            && !isListed(task, original.name())
            && !task.directive().sharesEverything()
            && reassigned.contains(original.element())
            && !isShared(resolve(original.element(), region.around()), region);
    return copies ? Optional.of(ClauseKind.FIRSTPRIVATE) : listed;
  }

  /**
   * Whether a clause of the comment lists a variable; {@code taskloop} has two directives in a
   * comment.
   */
  private boolean isListed(TaskRegion task, String name) {
    return regions.all().stream()
        .filter(region -> region.directive().comment() == task.directive().comment())
        .anyMatch(region -> region.directive().sharing(name).isPresent());
  }

  /**
   * Whether all threads of the team around a task have the same variable, as far as the text shows.
   */
  private boolean isShared(Local variable, Region task) {
    Region team = task;
    while (team != null && !(team instanceof ParallelRegion)) {
      team = team.around();
    }
    if (team == null) {
      return false;
    }
    if (variable.construct() == null) {
      return !team.contains(unit.start(variable.tree()));
    }
    return Stream.iterate(team.around(), region -> region != null, Region::around)
        .anyMatch(variable.construct()::equals);
  }

  /** Collects the variables that are assigned after their declaration. */
  private void findReassigned() {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        if (Writes.isWritten(getCurrentPath())) {
          reassigned.add(unit.trees().getElement(getCurrentPath()));
        }
        return null;
      }
    }.scan(new TreePath(unit.tree()), null);
    for (Region region : regions.all()) {
      region.directive().clauses().stream()
          .filter(clause -> clause.kind().stores())
          .flatMap(clause -> storedBy(clause, region))
          .forEach(local -> reassigned.add(local.element()));
    }
  }

  /** The local variables that a clause assigns. In an array it assigns only elements. */
  private Stream<Local> storedBy(Clause clause, Region region) {
    return clause.names().stream()
        .flatMap(name -> scopes.local(name.text(), region).stream())
        .filter(local -> !isArray(clause, local));
  }

  private static boolean isArray(Clause clause, Local local) {
    return Reduction.isByElement(clause, local.element().asType());
  }

  private void findUsesInClauses(Problems problems) {
    Set<String> texts = new LinkedHashSet<>();
    for (Region block : regions.all()) {
      for (Clause clause : block.directive().clauses()) {
        expressions(clause).forEach(expression -> texts.add(expression.text()));
      }
    }
    Map<String, ClauseExpression> parsed = ClauseExpression.parse(texts);
    regions.all().forEach(block -> findUsesInClauses(block, parsed, problems));
  }

  /** The Java expressions of a clause. */
  private static Stream<Name> expressions(Clause clause) {
    return Stream.concat(
        clause.kind() == ClauseKind.NEGLECT_EXCEPTION
            ? Stream.empty()
            : Stream.ofNullable(clause.expression()),
        clause.section().stream().flatMap(section -> section.expressions().stream()));
  }

  private void findUsesInClauses(
      Region block, Map<String, ClauseExpression> parsed, Problems problems) {
    for (Clause clause : block.directive().clauses()) {
      expressions(clause)
          .forEach(
              text -> findUsesInExpression(block, clause, text, parsed.get(text.text()), problems));
      if (clause.kind() == ClauseKind.FIRSTPRIVATE) {
        clause
            .names()
            .forEach(name -> use(block, name.text(), name.offset(), false, block.outer()));
      } else if (clause.kind().stores()) {
        clause.names().forEach(name -> store(block, clause, name));
      }
    }
  }

  /**
   * Records that a clause stores a value at the end of the statement, inside the region's function.
   */
  private void store(Region region, Clause clause, Name name) {
    scopes
        .local(name.text(), region)
        .ifPresent(local -> {
          makeCopies(local.element(), region);
          stored.computeIfAbsent(local.element(), key -> new ArrayList<>()).add(region);
          boolean assigns = !isArray(clause, local);
          Use use = new Use(name.offset(), true, assigns, region.function(), null);
          addUse(local.element(), use, region.around());
        });
  }

  private void findUsesInExpression(
      Region block, Clause clause, Name text, ClauseExpression expression, Problems problems) {
    int start = text.offset();
    if (clause.kind() == ClauseKind.DEPEND) {
      findDependItem(clause, expression, problems);
    }
    expression
        .error()
        .filter(error -> clause.kind() != ClauseKind.DEPEND)
        .ifPresent(error ->
            problems.report(
                Message.HK018,
                unit.source(),
                start + error.offset(),
                "clause",
                clause.kind().word(),
                "javac",
                error.message(),
                "type",
                clause.kind().type()));
    for (ClauseExpression.NameUse name : expression.names()) {
      // An expression that is evaluated later captures variables as the block itself does.
      boolean isLater = clause.kind() == ClauseKind.ON_CANCEL || clause.isByMethod();
      Region function = isLater ? block.function() : block.outer();
      use(block, name.name(), start + name.offset(), name.written(), function);
    }
  }

  private void findDependItem(Clause clause, ClauseExpression expression, Problems problems) {
    List<DependItem.Part> parts =
        expression.location().stream()
            .map(span ->
                new DependItem.Part(
                    clause.expression().offset() + span.start(),
                    clause.expression().text().substring(span.start(), span.end())))
            .toList();
    if (!parts.isEmpty()) {
      dependItems.put(
          clause, new DependItem(clause, parts.getFirst(), parts.subList(1, parts.size())));
    } else {
      String reason =
          expression.error().map(ClauseExpression.Syntax::message).orElse("it is only a value");
      DependItem.refuse(clause, reason, unit.source(), problems);
    }
  }

  /** Boxes the variables in {@code depend} clauses: the box is the location that tasks share. */
  private void boxDependItems(Region region) {
    region.directive().clauses().stream()
        .flatMap(clause -> dependItem(clause).stream())
        .filter(DependItem::isName)
        .flatMap(item -> named(item.name(), region).stream())
        .filter(local -> DependCheck.isBoxable(unit, local) && !isOfSharedLoop(local))
        .forEach(Local::box);
  }

  /** Records a use in a clause. It is read at the directive, outside the region's own code. */
  private void use(Region block, String name, int offset, boolean written, Region function) {
    scopes
        .local(name, block)
        .ifPresent(local -> {
          Use use = new Use(offset, true, written, function, null);
          addUse(local.element(), use, block.around());
        });
  }
}

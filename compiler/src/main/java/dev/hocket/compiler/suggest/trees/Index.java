package dev.hocket.compiler.suggest.trees;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;

/** Where a program uses its elements. One walk through each file finds all of that. */
public final class Index {
  private final Sources program;

  /** For each name of a method, its calls; of constructors, {@code <init>}. */
  private final Map<Name, List<TreePath>> calls = new LinkedHashMap<>();

  private final Map<Element, List<TreePath>> references = new HashMap<>();
  private final Map<Element, List<TreePath>> creations = new HashMap<>();
  private final Map<Element, List<TreePath>> names = new HashMap<>();
  private final Map<Element, List<TreePath>> assigned = new HashMap<>();

  /** The types above records of the program. */
  private final Set<Element> aboveRecords = new HashSet<>();

  Index(Sources program, List<CompilationUnitTree> units) {
    this.program = program;
    Walk walk = new Walk();
    units.forEach(unit -> walk.scan(new TreePath(unit), null));
  }

  /** The calls of methods with a name. */
  public List<TreePath> callsOf(Name name) {
    return calls.getOrDefault(name, List.of());
  }

  /** The calls of constructors of a type, and the references to them. */
  public List<TreePath> creationsOf(Element type) {
    return creations.getOrDefault(type, List.of());
  }

  public Stream<TreePath> allCalls() {
    return calls.values().stream().flatMap(List::stream);
  }

  /** The references to a method or constructor, as in {@code this::load}. */
  public List<TreePath> referencesTo(Element method) {
    return references.getOrDefault(method, List.of());
  }

  public Stream<TreePath> allReferences() {
    return references.values().stream().flatMap(List::stream);
  }

  /** All names of a variable, also those to which something is assigned. */
  public List<TreePath> namesOf(Element variable) {
    return names.getOrDefault(variable, List.of());
  }

  /** The values that assignments give to a variable; its initialiser is none of them. */
  public List<TreePath> assignedTo(Element variable) {
    return assigned.getOrDefault(variable, List.of());
  }

  /** Whether an object of a type may be a record of the program, which has the objects in it. */
  public boolean mayBeRecord(Element type) {
    return type.getKind() == ElementKind.RECORD || aboveRecords.contains(type);
  }

  private final class Walk extends TreePathScanner<Void, Void> {
    @Override
    public Void visitClass(ClassTree tree, Void unused) {
      if (program.element(getCurrentPath()) instanceof TypeElement type
          && type.getKind() == ElementKind.RECORD) {
        program
            .supertypes(type.asType())
            .map(each -> ((DeclaredType) each).asElement())
            .forEach(aboveRecords::add);
      }
      return super.visitClass(tree, unused);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
      addCall();
      return super.visitMethodInvocation(tree, unused);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
      addCall();
      return super.visitNewClass(tree, unused);
    }

    private void addCall() {
      Element called = program.element(getCurrentPath());
      if (called != null) {
        calls
            .computeIfAbsent(called.getSimpleName(), each -> new ArrayList<>())
            .add(getCurrentPath());
        addCreation(called);
      }
    }

    private void addCreation(Element called) {
      if (called != null && called.getKind() == ElementKind.CONSTRUCTOR) {
        add(creations, called.getEnclosingElement(), getCurrentPath());
      }
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
      Element referred = program.element(getCurrentPath());
      add(references, referred, getCurrentPath());
      addCreation(referred);
      return super.visitMemberReference(tree, unused);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
      addName();
      return super.visitIdentifier(tree, unused);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
      addName();
      return super.visitMemberSelect(tree, unused);
    }

    private void addName() {
      if (program.element(getCurrentPath()) instanceof VariableElement variable) {
        add(names, variable, getCurrentPath());
      }
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
      Element variable = program.element(new TreePath(getCurrentPath(), tree.getVariable()));
      if (variable != null) {
        add(assigned, variable, new TreePath(getCurrentPath(), tree.getExpression()));
      }
      return super.visitAssignment(tree, unused);
    }

    private void add(Map<Element, List<TreePath>> to, Element element, TreePath path) {
      to.computeIfAbsent(element, each -> new ArrayList<>()).add(path);
    }
  }
}

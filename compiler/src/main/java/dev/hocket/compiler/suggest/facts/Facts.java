package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.toolkit.ToolkitTypes;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.Reads;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.trees.Nodes;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;

/** The sources of a program, with what is known of them whatever its handlers are. */
public class Facts extends Sources {
  private final ToolkitMethods methods = new ToolkitMethods(this);
  private final Fresh fresh = new Fresh(this);
  private final Owners owners = new Owners(this);
  private final Found found = new Found(this);

  /** The methods that have been asked for, and whether unknown libraries have them. */
  private final Map<ExecutableElement, Boolean> ofLibraries = new HashMap<>();

  private final Map<Tree, Deeds> deeds = new HashMap<>();

  // Each fact is computed on first use.
  private ToolkitTypes toolkit;
  private Reads reads;
  private Overrides overrides;
  private Aliases aliases;
  private OwnCode ownCode;

  /**
   * Sources that javac has attributed.
   *
   * @param units all of the files that javac has read
   */
  protected Facts(JavacTask task, List<CompilationUnitTree> units) {
    super(task, units);
  }

  /** What some code does itself. */
  public Deeds deeds(TreePath code) {
    return deeds.computeIfAbsent(code.getLeaf(), leaf -> new Deeds(this, Nodes.in(code, Set.of())));
  }

  /** What some code does itself, apart from the trees in it that do not belong to it. */
  public Deeds deeds(TreePath code, Set<Tree> left) {
    return new Deeds(this, Nodes.in(code, left));
  }

  /** The names in some code: plain ones, and those of members behind a dot. */
  public List<TreePath> names(TreePath code) {
    return deeds(code).nodes().stream().filter(Nodes::isName).toList();
  }

  /** The functions of the program that a call may run. */
  public Overrides overrides() {
    if (overrides == null) {
      overrides = new Overrides(this);
    }
    return overrides;
  }

  /** Whether a method without source certainly leaves its object and its arguments as they are. */
  public boolean reads(ExecutableElement method) {
    if (reads == null) {
      reads = new Reads(this);
    }
    return reads.isRead(method);
  }

  /**
   * Whether methods without source may change objects of a type, or what they hold, so that two
   * threads must not call them at once. Components are left to the compiler's own rules.
   */
  public boolean mayChange(TypeMirror type) {
    if (type instanceof TypeVariable variable) {
      return mayChange(variable.getUpperBound());
    }
    boolean isObject = type instanceof ArrayType || type instanceof DeclaredType;
    return isObject
        && !Library.jdk().isValue(type)
        && !Library.jdk().isShared(type)
        && !isOfToolkit(type);
  }

  /** The variables of the program that may have state in common. */
  public Aliases aliases() {
    if (aliases == null) {
      aliases = new Aliases(this);
    }
    return aliases;
  }

  /** The methods of the program that calls of toolkits run because they override theirs. */
  public OwnCode ownCode() {
    if (ownCode == null) {
      ownCode = new OwnCode(this);
    }
    return ownCode;
  }

  /** The components that calls of toolkits find. */
  public Found found() {
    return found;
  }

  /** The objects of libraries that expressions give. */
  public Owners owners() {
    return owners;
  }

  /** Whether a toolkit has rules about the threads of a type. */
  public boolean isOfToolkit(TypeMirror type) {
    return toolkit().isOfToolkit(type);
  }

  /** Whether a method is that of a library of which nothing is known, not of Java or JavaFX. */
  public boolean isOfLibrary(ExecutableElement method) {
    return ofLibraries.computeIfAbsent(method, key -> path(method) == null && isOfUnknown(method));
  }

  private boolean isOfUnknown(ExecutableElement method) {
    ModuleElement module = elements().getModuleOf(method);
    boolean isOfJava =
        module != null && module.getQualifiedName().toString().matches("(?:java|jdk)\\..*");
    return !isOfJava && !methods().isOfToolkit(method);
  }

  /** What the names and types of methods say. */
  public ToolkitMethods methods() {
    return methods;
  }

  /** The types of toolkits. */
  public ToolkitTypes toolkit() {
    if (toolkit == null) {
      toolkit = new ToolkitTypes(elements());
    }
    return toolkit;
  }

  /** Whether objects of a type are functions. */
  public boolean isFunction(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && Library.isFunction(element);
  }

  /** The objects that only one run of a function has. */
  public Fresh fresh() {
    return fresh;
  }
}

package dev.hocket.flow.state;

import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.objectweb.asm.Type;

/** The {@link CodeUse} of classes, each of which is analysed once. */
public final class CodeUses {
  private static final ClassValue<AtomicReference<CodeUse>> FOUND =
      new PerClass<>(type -> new AtomicReference<>());

  private final ClassLoader loader;
  private final Class<? extends Annotation> readOnly;

  /** The programs of the functions of a flow. */
  private final List<Program> programs;

  private final ClassFiles files;
  private final boolean isOtherCode;

  /**
   * Makes the uses of the classes that a loader finds.
   *
   * @param functions the names of the classes that have functions
   * @param isOtherCode whether a flow has code that is not that of these functions: all classes
   *     that it may use belong to the program
   * @param readOnly the annotation that promises that a method only reads
   */
  public CodeUses(
      ClassLoader loader,
      Collection<String> functions,
      boolean isOtherCode,
      Class<? extends Annotation> readOnly) {
    this.loader = loader;
    this.readOnly = readOnly;
    this.isOtherCode = isOtherCode;
    this.files = new ClassFiles(loader, readOnly);
    this.programs =
        functions.stream().map(type -> new Program(files, type.replace('.', '/'))).toList();
  }

  /** Adds what the code of the objects may use that other code makes. */
  public CodeUse withMade(CodeUse use) {
    CodeUse all = use;
    Set<String> done = new HashSet<>();
    boolean grows = true;
    while (grows) {
      grows = false;
      for (String name : all.made()) {
        if (done.add(name)) {
          all = all.or(named(name));
          grows = true;
        }
      }
    }
    return all;
  }

  private CodeUse named(String name) {
    try {
      return ofGiven(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return CodeUse.ANY;
    }
  }

  /** Returns what the methods of a class's objects may use; nothing for those of a library. */
  public CodeUse of(Class<?> type) {
    return isOfLibrary(type) ? CodeUse.NONE : ofGiven(type);
  }

  /** Does the same for objects that the program gives to code that has no program of its own. */
  public CodeUse ofGiven(Class<?> type) {
    if (!isOfProgram(type)) {
      return CodeUse.NONE;
    }
    AtomicReference<CodeUse> known = FOUND.get(type);
    CodeUse use = known.get();
    if (use == null) {
      use = type.isHidden() ? ofLambda(type) : analysis(type).ofMethods(type);
      known.set(use);
    }
    return use;
  }

  /** Returns what code may use that names a class. */
  public CodeUse ofNamed(Class<?> type) {
    return isOfProgram(type) ? ofGiven(type).or(analysis(type).ofStatics(type)) : CodeUse.NONE;
  }

  private boolean isOfProgram(Class<?> type) {
    boolean isOther = isOtherCode ? Program.isOfLanguage(files, nameOf(type)) : isOfLibrary(type);
    return !Types.isOfJdk(type) && !type.isArray() && !isOfClojure(type) && !isOther;
  }

  private boolean isOfLibrary(Class<?> type) {
    String name = nameOf(type);
    return programs.stream().allMatch(program -> program.isLibrary(name));
  }

  private static String nameOf(Class<?> type) {
    return (type.isHidden() ? around(type) : type.getName()).replace('.', '/');
  }

  /**
   * Returns the name of the class in which a lambda was written; other hidden classes keep theirs.
   */
  private static String around(Class<?> type) {
    String name = type.getName();
    int end = name.indexOf("$$Lambda");
    return end < 0 ? name : name.substring(0, end);
  }

  /** Returns whether Clojure has compiled a class, without a class file, while the program runs. */
  private static boolean isOfClojure(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null && loader.getClass().getName().equals("clojure.lang.DynamicClassLoader");
  }

  private StaticUse analysis(Class<?> type) {
    return StateAnalysis.staticUse(type, readOnly);
  }

  /**
   * Returns what any lambda may use that is in the same class, of the same interface, and captures
   * values of the same types.
   */
  private CodeUse ofLambda(Class<?> type) {
    if (type.getInterfaces().length == 0) {
      return CodeUse.ANY;
    }
    try {
      Class<?> around = Class.forName(around(type), false, type.getClassLoader());
      List<String> captured =
          Arrays.stream(type.getDeclaredFields())
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .map(field -> field.getType().getTypeName())
              .sorted()
              .toList();
      return analysis(around)
          .ofLambdas(
              Type.getInternalName(around),
              Type.getInternalName(type.getInterfaces()[0]),
              captured);
    } catch (ClassNotFoundException | LinkageError e) {
      return CodeUse.ANY;
    }
  }
}

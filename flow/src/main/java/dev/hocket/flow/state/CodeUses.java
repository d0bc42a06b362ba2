package dev.hocket.flow.state;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/** The {@link CodeUse} of classes, each of which is analysed once. */
public final class CodeUses {
  private static final ClassValue<AtomicReference<CodeUse>> FOUND =
      new PerClass<>(type -> new AtomicReference<>());

  private static final String VAR = "clojure.lang.Var";

  private final ClassLoader loader;
  private final Class<? extends Annotation> readOnly;

  /** The programs of the functions of a flow. */
  private final List<Program> programs;

  private final ClassFiles files;
  private final boolean isOtherCode;

  /** Returns the classes that the text of a class without a class file names; null if unknown. */
  private final Function<Class<?>, Collection<Class<?>>> texts;

  /**
   * Makes the uses of the classes that a loader finds.
   *
   * @param functions the names of the classes that have functions
   * @param isOtherCode whether a flow has code that is not that of these functions: all classes
   *     that it may use belong to the program
   * @param texts returns the classes that the text of a class without a class file names; null if
   *     it is not known
   * @param readOnly the annotation that promises that a method only reads
   */
  public CodeUses(
      ClassLoader loader,
      Collection<String> functions,
      boolean isOtherCode,
      Function<Class<?>, Collection<Class<?>>> texts,
      Class<? extends Annotation> readOnly) {
    this.loader = loader;
    this.texts = texts;
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
    // A function such as alter-var-root may come as a value.
    boolean isFunctionOfClojure = Readers.isFunctionOfClojure(type);
    if (!isFunctionOfClojure && !isOfProgram(type)) {
      return CodeUse.NONE;
    }
    AtomicReference<CodeUse> known = FOUND.get(type);
    CodeUse use = known.get();
    if (use == null) {
      use =
          type.isHidden()
              ? ofLambda(type)
              : isFunctionOfClojure || Readers.isCompiledByClojure(type)
                  ? ofText(type)
                  : analysis(type).ofMethods(type);
      known.set(use);
    }
    return use;
  }

  /** Returns what code may use that names a class. */
  public CodeUse ofNamed(Class<?> type) {
    if (type == JdkSettings.Changed.class) {
      return JdkSettings.CHANGE;
    }
    if (JdkSettings.isLogger(type)) {
      return JdkSettings.LOG;
    }
    if (JdkSettings.isThreadVariable(type)) {
      return JdkSettings.VARY;
    }
    if (type == JdkSettings.Printed.class) {
      return JdkSettings.PRINT;
    }
    if (type == System.class) {
      return JdkSettings.PRINT_BY_SYSTEM;
    }
    if (isReflective(type)) {
      return CodeUse.ANY;
    }
    return !isOfProgram(type)
        ? CodeUse.NONE
        : Readers.isCompiledByClojure(type)
            ? ofGiven(type)
            : ofGiven(type).or(analysis(type).ofStatics(type)).or(ofFields(type));
  }

  /** Returns what the classes may use that the text of a class names, and those above it. */
  private CodeUse ofText(Class<?> type) {
    Collection<Class<?>> named = texts.apply(type);
    if (named == null) {
      return CodeUse.ANY;
    }
    CodeUse use =
        named.stream()
            .map(one -> Readers.isCompiledByClojure(one) ? ofConstants(one) : ofPossible(one))
            .reduce(isFunction(type) ? CodeUse.NONE : ofConstants(type), CodeUse::or);
    for (Class<?> above : type.getInterfaces()) {
      use = use.or(ofGiven(above));
    }
    return type.getSuperclass() == null ? use : use.or(ofGiven(type.getSuperclass()));
  }

  /** Returns what code may use that may name a class; most methods it does not call. */
  private CodeUse ofPossible(Class<?> type) {
    CodeUse use = ofNamed(type);
    return JdkSettings.isThreadVariable(type) ? use : use.without(JdkSettings.THREAD_VARIABLE);
  }

  /** Returns whether the objects of a class show the Vars that their code names. */
  private static boolean isFunction(Class<?> type) {
    return Types.isOneOf(type, Set.of("clojure.lang.AFunction"));
  }

  /** Returns the use of the static fields in which a class has the Vars that its methods name. */
  private static CodeUse ofConstants(Class<?> type) {
    Set<String> all = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (field.getType().getName().equals(VAR) && Modifier.isStatic(field.getModifiers())) {
        all.add(type.getName() + "." + field.getName());
      }
    }
    return new CodeUse(all, all, all, Set.of(), false, Set.of());
  }

  /** Returns the use of all static fields of a class that other code may name. */
  private static CodeUse ofFields(Class<?> type) {
    Set<String> all = new TreeSet<>();
    Set<String> variable = new TreeSet<>();
    for (Field field : type.getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        String name = field.getDeclaringClass().getName() + "." + field.getName();
        all.add(name);
        if (!Modifier.isFinal(field.getModifiers())) {
          variable.add(name);
        }
      }
    }
    return new CodeUse(all, all, all, variable, false, Set.of());
  }

  /**
   * Returns whether code that uses a class may come to any other by reflection. In Clojure, that is
   * a class whose static methods find Vars, or get or find classes.
   */
  public static boolean isReflective(Class<?> type) {
    return StaticUse.isReflective(Type.getType(type))
        || Readers.isOfClojure(type)
            && Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .anyMatch(CodeUses::findsCode);
  }

  private static boolean findsCode(Method method) {
    return Stream.concat(Stream.of(method.getReturnType()), Stream.of(method.getParameterTypes()))
        .anyMatch(type -> StaticUse.isReflective(Type.getType(type)) || type.getName().equals(VAR));
  }

  private boolean isOfProgram(Class<?> type) {
    if (Readers.isCompiledByClojure(type)) {
      return true;
    }
    boolean isOther = isOtherCode ? Program.isOfLanguage(files, nameOf(type)) : isOfLibrary(type);
    return !Types.isOfJdk(type) && !type.isArray() && !isOther;
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

  private StaticUse analysis(Class<?> type) {
    return StateAnalysis.staticUse(type, readOnly);
  }

  /**
   * Returns what any lambda may use that is in the same class, of the same interface, and captures
   * values of the same types; if the method of the lambda is known, only those with that method.
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
              captured,
              code -> Lambdas.mayBe(type, code.getOwner(), code.getName(), code.getDesc()));
    } catch (ClassNotFoundException | LinkageError e) {
      return CodeUse.ANY;
    }
  }
}

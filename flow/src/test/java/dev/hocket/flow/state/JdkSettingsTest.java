package dev.hocket.flow.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests which methods of the JDK count as changing settings of the JVM. */
class JdkSettingsTest {
  /**
   * Types with static methods that are called like setters, but change their arguments or files.
   */
  private static final Set<String> OF_ARGUMENTS =
      Set.of("Arrays", "Collections", "Files", "Math", "StrictMath");

  /** Methods that would wait, or write to the console. */
  private static final Set<String> NOT_CALLED = Set.of("park", "dumpStack", "helpQuiesce", "exit");

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static Stream<Class<?>> typesIn(String module, String packageName) {
    Path folder =
        FileSystems.getFileSystem(URI.create("jrt:/"))
            .getPath("modules", module, packageName.replace('.', '/'));
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".class"))
          .map(file -> packageName + "." + file.replace(".class", ""))
          .<Class<?>>map(JdkSettingsTest::load)
          .filter(type -> Modifier.isPublic(type.getModifiers()))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new AssertionError(folder.toString(), e);
    }
  }

  private static Stream<Method> statics(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> Modifier.isPublic(method.getModifiers()));
  }

  private static boolean mayChange(Method method) {
    return JdkSettings.mayChange(method.getDeclaringClass(), method.getName());
  }

  @Test
  void everyEntry_isForExistingMethods() {
    Set<String> missing = new TreeSet<>();
    check(JdkSettings.inert(), missing);
    check(JdkSettings.global(), missing);
    assertEquals(Set.of(), missing);
  }

  private static void check(Map<String, Set<String>> entries, Set<String> missing) {
    entries.forEach((name, methods) -> {
      Class<?> type = load(name);
      boolean isPackage =
          ModuleLayer.boot().modules().stream()
              .anyMatch(module -> module.getPackages().contains(name));
      if (type == null && !isPackage) {
        missing.add(name);
      }
      methods.stream()
          .filter(method -> type != null && !method.equals("*"))
          .filter(
              method -> Arrays.stream(type.getMethods()).noneMatch(m -> m.getName().equals(method)))
          .forEach(method -> missing.add(name + "." + method));
    });
  }

  @Test
  void staticMethodsThatAreCalledLikeSetters_mayChangeSettings() {
    Set<String> harmless = new TreeSet<>();
    int found = 0;
    for (String name :
        List.of(
            "java.lang", "java.util", "java.net", "java.security", "java.nio.file", "java.io")) {
      for (Class<?> type : typesIn("java.base", name).toList()) {
        for (Method method : statics(type).toList()) {
          if (method.getName().matches("(set|add|remove|register|clear|insert|put)([A-Z].*)?")) {
            String said = type.getSimpleName() + "." + method.getName();
            found++;
            if (!mayChange(method) && !OF_ARGUMENTS.contains(type.getSimpleName())) {
              harmless.add(said);
            }
          }
        }
      }
    }
    assertEquals(Set.of(), harmless);
    assertTrue(found > 15, "only " + found);
  }

  @Test
  void methodsOfObjectsThatAllCodeGets_mayChangeSettingsUnlessListed() {
    assertTrue(JdkSettings.mayChange(Logger.class, "setLevel"));
    assertTrue(JdkSettings.mayChange(Runtime.class, "addShutdownHook"));
    assertTrue(JdkSettings.mayChange(null, "setLevel"), "of an object of any class");
    assertFalse(JdkSettings.mayChange(Logger.class, "info"));
    for (String name :
        List.of("info", "put", "get", "set", "add", "read", "close", "run", "apply")) {
      assertFalse(JdkSettings.mayChange(null, name), name);
    }
    assertFalse(JdkSettings.mayChange(StringBuilder.class, "append"));
  }

  @Test
  void staticMembersThatGiveObjectsWhichAllCodeGets_mayChangeSettings() {
    assertTrue(JdkSettings.mayChange(Security.class, "getProvider"));
    assertTrue(JdkSettings.mayChange(System.class, "in"));
    assertFalse(JdkSettings.mayChange(System.class, "out"), "several threads may use it");
    assertFalse(JdkSettings.mayChange(MessageDigest.class, "getInstance"), "a new object");
    assertFalse(JdkSettings.mayChange(String.class, "CASE_INSENSITIVE_ORDER"), "has no state");
    assertFalse(JdkSettings.mayChange(StandardSocketOptions.class, "SO_SNDBUF"), "only names");
  }

  private static List<Object> settings() {
    return List.of(
        System.getProperties().clone(),
        Locale.getDefault(),
        TimeZone.getDefault(),
        System.out,
        String.valueOf(Thread.getDefaultUncaughtExceptionHandler()),
        Arrays.stream(Security.getProviders()).map(Provider::getName).toList());
  }

  @Test
  void inertMethodsWithoutParameters_changeNoSettings() {
    Set<String> changing = new TreeSet<>();
    // The JVM notes its time zone as a property when it is first asked for.
    settings();
    int called = 0;
    for (String name : JdkSettings.inert().keySet()) {
      Class<?> named = load(name);
      Stream<Class<?>> types = named == null ? Stream.of() : Stream.of(named);
      for (Method method : types.flatMap(JdkSettingsTest::statics).toList()) {
        boolean isCalled =
            method.getParameterCount() == 0 && !NOT_CALLED.contains(method.getName());
        if (isCalled && !mayChange(method)) {
          List<Object> before = settings();
          try {
            method.invoke(null);
          } catch (ReflectiveOperationException e) {
            continue;
          }
          called++;
          if (!before.equals(settings())) {
            changing.add(method.toString());
          }
        }
      }
    }
    assertEquals(Set.of(), changing);
    assertTrue(called > 30, "only " + called);
  }
}

package dev.hocket.core.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which plain methods take precedence over a resumable one. */
class OverridesTest {
  private static final String BASE =
      """
      package p;
      public class Base {
        public void open(int i) {}
        protected void half(int i) {}
        void closed(int i) {}
      }
      """;

  @TempDir Path folder;

  @Test
  void aMethodOfTheSameSignature_isAnOverride_ifTheJvmTreatsItAsOne() throws Exception {
    Classes classes =
        compile(
            "p/Base",
            BASE,
            "p/Near",
            """
            package p;
            public class Near extends Base {
              public void open(int i) {}
              protected void half(int i) {}
              void closed(int i) {}
            }
            """,
            "q/Far",
            """
            package q;
            public class Far extends p.Base {
              @Override public void open(int i) {}
              @Override protected void half(int i) {}
              public void closed(int i) {}
              public void open(long i) {}
            }
            """,
            "q/Heir",
            "package q; public class Heir extends p.Near {}",
            "q/Other",
            """
            package q;
            public class Other extends p.Base {
              private void closed(int i) {}
            }
            """);

    for (String method : List.of("open", "half", "closed")) {
      assertTrue(classes.override("p.Near", "p.Base", method), method);
      assertTrue(classes.override("q.Heir", "p.Base", method), method);
    }
    assertTrue(classes.override("q.Far", "p.Base", "open"));
    assertTrue(classes.override("q.Far", "p.Base", "half"));
    assertFalse(classes.override("q.Far", "p.Base", "closed"), "of another package");
    assertFalse(classes.override("q.Other", "p.Base", "closed"), "private");
  }

  @Test
  void aDefaultMethod_isOverridden_byAClassOrAnInterfaceBelow() throws Exception {
    Classes classes =
        compile(
            "Top", "public interface Top { default void m(int i) {} }",
            "Middle", "public interface Middle extends Top { default void m(int i) {} }",
            "Plain", "public class Plain implements Top {}",
            "ByClass", "public class ByClass implements Top { public void m(int i) {} }",
            "ByInterface", "public class ByInterface extends Plain implements Middle {}");

    assertFalse(classes.override("Plain", "Top", "m"));
    assertTrue(classes.override("ByClass", "Top", "m"));
    assertTrue(classes.override("ByInterface", "Top", "m"));
  }

  @Test
  void aClassThatMentionsAMissingOne_overridesNothing_ifItsNameDiffers() throws Exception {
    Classes classes =
        compile(
            "p/Base",
            BASE,
            "Missing",
            "public class Missing {}",
            "Silent",
            "public class Silent extends p.Base { void other(Missing m, int i) {} }",
            "Loud",
            """
            public class Loud extends p.Base {
              void other(Missing m) {}
              @Override public void open(int i) {}
            }
            """);
    Files.delete(folder.resolve("Missing.class"));

    assertFalse(classes.override("Silent", "p.Base", "open"));
    LinkageError refusal =
        assertThrows(LinkageError.class, () -> classes.override("Loud", "p.Base", "open"));
    assertEquals(
        "cannot tell whether Loud overrides p.Base.open(I)V, since a class that it mentions is"
            + " missing: Missing; put that on the class path",
        refusal.getMessage());
  }

  /** The classes that a test makes. */
  private record Classes(ClassLoader loader) {
    boolean override(String type, String owner, String method) throws ClassNotFoundException {
      return Overrides.have(loader.loadClass(type), loader.loadClass(owner), method, "(I)V");
    }
  }

  private Classes compile(String... namesAndSources) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
    for (int i = 0; i < namesAndSources.length; i += 2) {
      Path file = folder.resolve(namesAndSources[i] + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, namesAndSources[i + 1]);
      arguments.add(file.toString());
    }
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    int exit = javac.run(System.out, System.err, arguments.toArray(String[]::new));
    assertEquals(0, exit);
    return new Classes(new URLClassLoader(new URL[] {folder.toUri().toURL()}));
  }
}

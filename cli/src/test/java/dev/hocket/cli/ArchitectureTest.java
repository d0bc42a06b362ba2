package dev.hocket.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks the dependencies of the design: only downwards, and only through exported packages. */
class ArchitectureTest {
  private static final int LEAST_CLASSES = 180;
  private static final String[] LIBRARIES = {
    "dev.hocket.core..",
    "dev.hocket.directives..",
    "dev.hocket.events..",
    "dev.hocket.flow..",
    "dev.hocket.tune..",
    "dev.hocket.compiler..",
    "dev.hocket.plan..",
    "dev.hocket.lsp.."
  };

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.hocket");

  @Test
  void allModules_areScanned() {
    assertTrue(ALL.size() >= LEAST_CLASSES, "scanned only " + ALL.size() + " classes");
    Set<String> modules = new TreeSet<>();
    ALL.forEach(type -> modules.add(module(type)));
    assertEquals(
        Set.of(
            "cli",
            "compiler",
            "core",
            "directives",
            "events",
            "flow",
            "lag",
            "lsp",
            "plan",
            "tune"),
        modules);
  }

  @Test
  void arrows_runDownwards() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.hocket..")
        .layer("cli")
        .definedBy("dev.hocket.cli..")
        .layer("lsp")
        .definedBy("dev.hocket.lsp..")
        .layer("compiler")
        .definedBy("dev.hocket.compiler..")
        .layer("plan")
        .definedBy("dev.hocket.plan..")
        .layer("directives")
        .definedBy("dev.hocket.directives..")
        .layer("events")
        .definedBy("dev.hocket.events..")
        .layer("flow")
        .definedBy("dev.hocket.flow..")
        .layer("tune")
        .definedBy("dev.hocket.tune..")
        .layer("core")
        .definedBy("dev.hocket.core..")
        .layer("lag")
        .definedBy("dev.hocket.lag..")
        .whereLayer("tune")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("lag")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("lsp")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("compiler")
        .mayOnlyBeAccessedByLayers("cli", "lsp")
        .whereLayer("plan")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("directives")
        .mayOnlyBeAccessedByLayers("cli", "compiler")
        .whereLayer("events")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("flow")
        .mayOnlyBeAccessedByLayers("cli")
        .check(ALL);
  }

  @Test
  void core_needsOnlyTheJdk() {
    classes()
        .that()
        .resideInAPackage("dev.hocket.core..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("dev.hocket.core..", "java..", "javax..", "jdk.jfr..")
                .or(describe("are primitive", JavaClass::isPrimitive)))
        .check(ALL);
  }

  @Test
  void engineOfFlow_seesNoMeaningOfGraphs() {
    classes()
        .that()
        .resideInAPackage("dev.hocket.flow.engine")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "dev.hocket.flow.engine",
                    "dev.hocket.flow.code",
                    "dev.hocket.flow.link",
                    "dev.hocket.flow.walk",
                    "dev.hocket.flow.settings",
                    "dev.hocket.flow.graph")
                .or(not(resideInAPackage("dev.hocket.flow.."))))
        .check(ALL);
  }

  @Test
  void generatedCodeOfFlow_knowsNoEngine() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.hocket.flow.generate", "dev.hocket.flow.code", "dev.hocket.flow.mapping")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.hocket.flow", "dev.hocket.flow.engine", "dev.hocket.flow.lower")
        .check(ALL);
  }

  @Test
  void libraries_printNothingOnStandardOutput() {
    noClasses()
        .that(resideInAnyPackage(LIBRARIES))
        .and()
        // It asks whether a stream is the standard output.
        .doNotHaveFullyQualifiedName("dev.hocket.flow.mapping.JvmOutput")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(IO.class)
        .check(ALL);
  }

  @Test
  void libraries_doNotExitTheJvm() {
    noClasses()
        .that(resideInAnyPackage(LIBRARIES))
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(ALL);
  }

  @Test
  void modules_useOneAnotherThroughExportedPackages() throws IOException {
    Set<String> exported = exportedPackages();
    assertTrue(exported.contains("dev.hocket.core"), "exported: " + exported);
    Set<String> offences = new TreeSet<>();
    for (JavaClass type : ALL) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass used = dependency.getTargetClass();
        if (resideInAPackage("dev.hocket..").test(used)
            && !module(used).equals(module(type))
            && !exported.contains(used.getPackageName())) {
          offences.add(dependency.getDescription());
        }
      }
    }
    assertEquals(Set.of(), offences);
  }

  private static Set<String> exportedPackages() throws IOException {
    Set<String> exported = new TreeSet<>();
    for (URL url :
        Collections.list(
            ArchitectureTest.class.getClassLoader().getResources("module-info.class"))) {
      try (InputStream in = url.openStream()) {
        ModuleDescriptor module = ModuleDescriptor.read(in);
        module.exports().stream()
            .filter(export -> !export.isQualified())
            .forEach(export -> exported.add(export.source()));
      }
    }
    return exported;
  }

  /** The name after {@code dev.hocket.} in a package's name. */
  private static String module(JavaClass type) {
    return type.getPackageName().split("\\.")[2];
  }
}

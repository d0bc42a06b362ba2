package dev.hocket.compiler.suggest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs with calls, listeners and components of which it is not known that a wait is safe, and
 * some beside them of which that is known. The file says how each answer begins.
 */
class UnknownEffectsProgramsTest {
  @TempDir private Path folder;

  static List<Hostile> programs() throws IOException {
    return Hostile.of("unknown.txt");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void whatIsNotKnown_getsNoProposal(Hostile program) throws Exception {
    program.check(folder);
  }
}

package dev.hocket.bench.channels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests to a program in another language, and the error when the program ends. */
class ProgramPeerTest {
  @Test
  void task_isALineWithItsNumbers_andItsAnswerTheNextLine() throws Exception {
    try (ProgramPeer peer =
        peer("read line; test \"$line\" = 'choice 8 1 25'; echo $((40 + $?))")) {
      assertEquals(40, peer.choice(8, 1, 25));
    }
  }

  @Test
  void programThatEnds_isNamedWithItsStatusAndTheRequest() throws Exception {
    try (ProgramPeer peer = peer("read line; exit 3")) {
      IOException failure = assertThrows(IOException.class, () -> peer.chain(5, 20));
      assertTrue(
          failure.getMessage().startsWith("shell: its program ended with status 3 at the request")
              && failure.getMessage().contains("'chain 5 20'"),
          failure.getMessage());
    }
  }

  private static ProgramPeer peer(String script) throws IOException {
    return new ProgramPeer("shell", List.of("sh", "-c", script));
  }
}

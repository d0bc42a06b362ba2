package dev.hocket.casestudies.encryption;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.encryption.RunningService.Kind;
import dev.hocket.core.ThreadBudget;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The answers to the service's clients, and the threads that compute them. */
@Timeout(600)
class EncryptionServiceTest {
  private static final String KEY = "0123456789abcdeffedcba9876543210";
  private static final int[] DECRYPTION =
      Idea.decryptionKey(Idea.encryptionKey(0x0123456789ABCDEFL, 0xFEDCBA9876543210L));
  private static final Cipher IDEA = Cipher.idea(KEY);

  @TempDir Path classes;

  @ParameterizedTest
  @EnumSource
  void answer_decryptsToWhatWasPosted(Kind kind) throws Exception {
    try (RunningService service = new RunningService(kind, IDEA, classes)) {
      for (int length : new int[] {0, 1, 7, 8, 9, 4_095, 4_096, 100_001, Front.MOST_BYTES}) {
        byte[] text = text(length);
        HttpResponse<byte[]> answer = service.send("POST", BodyPublishers.ofByteArray(text));
        assertEquals(200, answer.statusCode(), length + " bytes");
        assertArrayEquals(text, decrypted(answer.body()), length + " bytes");
        int least = Math.min(length, 8);
        assertTrue(
            least == 0 || Arrays.mismatch(text, answer.body()) < least,
            length + " bytes are plain");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OFFLOADED", "IN_PLACE"})
  void textThatIsTooLarge_isRefused_withOrWithoutALength(Kind kind) throws Exception {
    byte[] text = text(Front.MOST_BYTES + 1);
    try (RunningService service = new RunningService(kind, IDEA, classes)) {
      for (BodyPublisher body :
          List.of(
              BodyPublishers.ofByteArray(text),
              BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(text)))) {
        assertEquals(413, service.send("POST", body).statusCode());
      }
      assertEquals(200, service.send("POST", BodyPublishers.ofString("a")).statusCode());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OFFLOADED", "IN_PLACE"})
  void anythingButAPost_isRefused(Kind kind) throws Exception {
    try (RunningService service = new RunningService(kind, IDEA, classes)) {
      HttpResponse<byte[]> answer = service.send("GET", BodyPublishers.noBody());
      assertEquals(405, answer.statusCode());
      assertEquals("POST", answer.headers().firstValue("allow").orElseThrow());
    }
  }

  @ParameterizedTest
  @EnumSource
  void textThatCannotBeEncrypted_isAnswered_andTheServiceContinues(Kind kind) throws Exception {
    Cipher failing =
        (text, from, to) -> {
          if (text[0] == '!') {
            throw new IllegalStateException("secret");
          }
          IDEA.encrypt(text, from, to);
        };
    try (RunningService service = new RunningService(kind, failing, classes)) {
      for (int i = 0; i < 2 * RunningService.WORKERS; i++) {
        HttpResponse<byte[]> failure = service.send("POST", BodyPublishers.ofString("!"));
        assertEquals(500, failure.statusCode());
        String shown = new String(failure.body(), StandardCharsets.ISO_8859_1);
        assertFalse(shown.contains("secret"), shown);
      }
      HttpResponse<byte[]> answer = service.send("POST", BodyPublishers.ofString("a"));
      assertArrayEquals(new byte[] {'a'}, decrypted(answer.body()));
    }
  }

  @Test
  void offloadedHandler_runsOnTheTarget_andTheFrontEndContinues() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch refused = new CountDownLatch(1);
    Cipher waiting =
        (text, from, to) -> {
          threads.add(Thread.currentThread().getName());
          awaitQuietly(refused);
        };
    try (RunningService service = new RunningService(Kind.OFFLOADED, waiting, classes)) {
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < 2 * RunningService.WORKERS; i++) {
        answers.add(service.begin("POST", BodyPublishers.ofString("a")));
      }
      awaitQueued(RunningService.WORKERS);
      // All workers are busy, and more posts wait; the front end still answers.
      assertEquals(405, service.send("GET", BodyPublishers.noBody()).statusCode());
      refused.countDown();
      answers.forEach(CompletableFuture::join);
    }
    assertTrue(threads.stream().allMatch(name -> name.startsWith("crypt-")), threads.toString());
  }

  @ParameterizedTest
  @EnumSource(names = {"OFFLOADED", "IN_PLACE"})
  void clientsThatNeverSendTheirText_delayNoOthers(Kind kind) throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (RunningService service = new RunningService(kind, IDEA, classes)) {
      for (int i = 0; i < 4 * RunningService.WORKERS; i++) {
        Socket socket = new Socket("127.0.0.1", service.port());
        slow.add(socket);
        OutputStream out = socket.getOutputStream();
        String head = "POST /encrypt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nab";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.flush();
      }
      assertEquals(200, service.send("POST", BodyPublishers.ofString("a")).statusCode());
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  /** Paper 1, figure 16, shows how a service slows down if every request creates a team. */
  @Test
  void hundredRequestsAtOnce_takeNoMoreThreadsOfTeamsThanTheBudgetHas() throws Exception {
    int requests = 100;
    int budget = 2 * RunningService.WORKERS;
    int before = ThreadBudget.size();
    CountDownLatch allThere = new CountDownLatch(1);
    CountDownLatch oneInATeam = new CountDownLatch(1);
    AtomicInteger inTeams = new AtomicInteger();
    AtomicInteger mostInTeams = new AtomicInteger();
    Cipher counting =
        (text, from, to) -> {
          awaitQuietly(allThere);
          if (Thread.currentThread().getName().startsWith("hocket-team-")) {
            mostInTeams.accumulateAndGet(inTeams.incrementAndGet(), Math::max);
            oneInATeam.countDown();
            IDEA.encrypt(text, from, to);
            inTeams.decrementAndGet();
          } else {
            awaitQuietly(oneInATeam);
            IDEA.encrypt(text, from, to);
          }
        };
    byte[] text = text(100_000);
    ThreadBudget.resize(budget);
    try (RunningService service =
        new RunningService(Kind.OFFLOADED_AND_PARALLEL, counting, classes)) {
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        answers.add(service.begin("POST", BodyPublishers.ofByteArray(text)));
      }
      awaitQueued(requests - RunningService.WORKERS);
      allThere.countDown();
      for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
        assertArrayEquals(text, decrypted(answer.join().body()));
      }
    } finally {
      ThreadBudget.resize(before);
      allThere.countDown();
      oneInATeam.countDown();
    }
    int most = mostInTeams.get();
    assertTrue(most >= 1 && most <= budget, most + " threads of teams at once");
  }

  private static void awaitQueued(int posts) {
    while (RunningService.CRYPT.queued() < posts) {
      Thread.yield();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] text(int length) {
    byte[] text = new byte[length];
    new Random(length).nextBytes(text);
    return text;
  }

  private static byte[] decrypted(byte[] answer) {
    byte[] text = answer.clone();
    Idea.apply(text, 0, text.length, DECRYPTION);
    return Arrays.copyOf(text, text.length - text[text.length - 1]);
  }
}

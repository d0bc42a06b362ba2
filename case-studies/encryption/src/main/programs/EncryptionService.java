import dev.hocket.casestudies.encryption.Cipher;
import dev.hocket.casestudies.encryption.Front;
import dev.hocket.casestudies.encryption.Post;
import dev.hocket.core.Targets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/**
 * Encrypts the texts that clients post: each text on a thread of the target {@code crypt}, while
 * the front end's thread continues, and with {@code parallel} also on every free core. Without its
 * directives, or with {@code inplace}, it is a service on Jetty's own threads.
 */
public final class EncryptionService implements Consumer<Post> {
  /** The number of bytes that one iteration encrypts: some 50 µs of work. */
  private static final int PIECE = 4_096;

  private final Cipher cipher;
  private final boolean offloaded;
  private final boolean parallel;

  public EncryptionService(Cipher cipher, boolean offloaded, boolean parallel) {
    this.cipher = cipher;
    this.offloaded = offloaded;
    this.parallel = parallel;
  }

  /** Answers a post. */
  @Override
  public void accept(Post post) {
    //#omp target virtual(crypt) nowait if(offloaded)
    post.answer(this::encrypted);
  }

  private byte[] encrypted(byte[] text) {
    int pieces = (text.length + PIECE - 1) / PIECE;
    //#omp parallel for schedule(dynamic) if(parallel)
    for (int piece = 0; piece < pieces; piece++) {
      int from = piece * PIECE;
      cipher.encrypt(text, from, Math.min(from + PIECE, text.length));
    }
    return text;
  }

  public static void main(String[] args) throws Exception {
    if (args.length < 3 || !List.of("inplace", "parallel").containsAll(words(args))) {
      System.err.println("usage: EncryptionService PORT WORKERS KEY [inplace] [parallel]");
      System.exit(2);
    }
    int port = Integer.parseInt(args[0]);
    int workers = Integer.parseInt(args[1]);
    boolean offloaded = !words(args).contains("inplace");
    var service =
        new EncryptionService(Cipher.idea(args[2]), offloaded, words(args).contains("parallel"));
    Targets.create("crypt", workers);
    if (offloaded) {
      new Front(port, 1, InvocationType.NON_BLOCKING, service);
    } else {
      new Front(port, workers, InvocationType.BLOCKING, service);
    }
  }

  private static List<String> words(String[] args) {
    return Arrays.asList(args).subList(3, args.length);
  }
}

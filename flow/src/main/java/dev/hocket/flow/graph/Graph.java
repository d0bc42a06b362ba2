package dev.hocket.flow.graph;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The dataflow graph of an algorithm: a plain value that any engine may run; graphs with the same
 * content are equal. Control is structured: branches, loops and bodies are {@linkplain Region
 * regions} inside nodes; inside a region, an arc goes from each node to the nodes that name it.
 *
 * @param name the name in messages and pictures
 * @param position the position of the algorithm
 * @param environment the values of the surrounding program that the algorithm uses
 * @param body the algorithm
 */
public record Graph(String name, Position position, List<Environment> environment, Region body)
    implements Serializable {
  /** A source returns this value when it has no more packets. */
  public static final Object END =
      new Object() {
        @Override
        public String toString() {
          return "Flow.END";
        }
      };

  /** The length of a chunk: a string constant of a class file holds 65,535 bytes. */
  private static final int MOST_CHARACTERS = 60_000;

  /**
   * Checks the graph.
   *
   * @throws FlowException with the position of the mistake, if the graph cannot be run
   */
  public Graph {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(position, "position");
    environment = List.copyOf(environment);
    Objects.requireNonNull(body, "body");
    GraphCheck.check(position, environment, body);
  }

  /**
   * Tells whether packets come from sources; without one, a run has one packet.
   *
   * @return true if there is a source
   */
  public boolean hasSource() {
    return body.nodes().stream()
        .anyMatch(node -> node instanceof Node.Call call && call.implementation().source());
  }

  /**
   * Encodes the graph as text, for string literals of generated code.
   *
   * @return chunks of at most 60,000 ASCII characters
   * @throws IllegalArgumentException if a constant is not serialisable
   */
  public List<String> encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeObject(this);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          position + ": a constant of flow " + name + " is not serialisable: " + e.getMessage(), e);
    }
    String text = Base64.getEncoder().encodeToString(bytes.toByteArray());
    List<String> chunks = new ArrayList<>();
    for (int at = 0; at < text.length(); at += MOST_CHARACTERS) {
      chunks.add(text.substring(at, Math.min(text.length(), at + MOST_CHARACTERS)));
    }
    return chunks;
  }

  /**
   * Decodes the text of {@link #encode}. It uses Java's serialisation, so the text must be the
   * program's own. Classes of constants come from the context class loader of the calling thread.
   *
   * @param chunks the text
   * @return the graph
   */
  public static Graph decode(List<String> chunks) {
    byte[] bytes = Base64.getDecoder().decode(String.join("", chunks));
    try (ObjectInputStream in =
        new ContextStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      return (Graph) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("a constant's class is missing: " + e.getMessage(), e);
    }
  }

  private static final class ContextStream extends ObjectInputStream {
    ContextStream(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass type)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(type.getName(), false, Thread.currentThread().getContextClassLoader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(type);
      }
    }
  }
}

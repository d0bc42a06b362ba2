package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The results do not depend on the division of the bytes into pieces or on the kind of buffer. */
class SplitTest {

  @ParameterizedTest
  @MethodSource("dev.hocket.casestudies.http.Samples#inputs")
  void everySplit_givesTheSame(String input) {
    byte[] bytes = Wire.bytes(input);
    List<String> whole = Wire.parse(input);
    for (int at = 1; at < bytes.length; at++) {
      List<ByteBuffer> pieces = List.of(slice(bytes, 0, at), slice(bytes, at, bytes.length));
      assertEquals(whole, Wire.parse(Limits.DEFAULT, pieces), "split at " + at);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.casestudies.http.Samples#inputs")
  void byteByByte_givesTheSame(String input) {
    byte[] bytes = Wire.bytes(input);
    List<ByteBuffer> pieces = new ArrayList<>();
    for (int at = 0; at < bytes.length; at++) {
      pieces.add(slice(bytes, at, at + 1));
      pieces.add(ByteBuffer.allocate(0));
    }
    assertEquals(Wire.parse(input), Wire.parse(Limits.DEFAULT, pieces));
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.casestudies.http.Samples#inputs")
  void directAndReadOnlyBuffers_giveTheSame(String input) {
    byte[] bytes = Wire.bytes(input);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 7).position(7);
    direct.put(bytes).position(7);
    assertEquals(Wire.parse(input), Wire.parse(Limits.DEFAULT, List.of(direct)));
    ByteBuffer readOnly = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    assertEquals(Wire.parse(input), Wire.parse(Limits.DEFAULT, List.of(readOnly)));
  }

  private static ByteBuffer slice(byte[] bytes, int from, int to) {
    return ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, to));
  }
}

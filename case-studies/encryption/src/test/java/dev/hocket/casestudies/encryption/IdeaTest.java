package dev.hocket.casestudies.encryption;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The cipher gives the published results. */
class IdeaTest {
  private static final int[] KEY = Idea.encryptionKey(0x0001000200030004L, 0x0005000600070008L);

  @Test
  void publishedExample_isEncryptedAsPublished_andDecrypted() {
    byte[] text = {0, 0, 0, 1, 0, 2, 0, 3};
    Idea.apply(text, 0, text.length, KEY);
    assertArrayEquals(
        new byte[] {0x11, (byte) 0xFB, (byte) 0xED, 0x2B, 0x01, (byte) 0x98, 0x6D, (byte) 0xE5},
        text);
    Idea.apply(text, 0, text.length, Idea.decryptionKey(KEY));
    assertArrayEquals(new byte[] {0, 0, 0, 1, 0, 2, 0, 3}, text);
  }

  @Test
  void piecesInAnyOrder_giveTheResultOfTheWhole() {
    byte[] whole = new byte[10 * Idea.BLOCK];
    new Random(1).nextBytes(whole);
    byte[] pieces = whole.clone();
    Idea.apply(whole, 0, whole.length, KEY);
    Idea.apply(pieces, 3 * Idea.BLOCK, pieces.length, KEY);
    Idea.apply(pieces, 0, 3 * Idea.BLOCK, KEY);
    assertArrayEquals(whole, pieces);
  }

  @Test
  void keyInHexadecimalDigits_isTheSameKey_andAnythingElseIsRefused() {
    byte[] byWords = new byte[Idea.BLOCK];
    byte[] byDigits = new byte[Idea.BLOCK];
    Idea.apply(byWords, 0, Idea.BLOCK, KEY);
    Cipher.idea("00010002000300040005000600070008").encrypt(byDigits, 0, Idea.BLOCK);
    assertArrayEquals(byWords, byDigits);
    assertEquals(
        "the key 'secret' is not 32 hexadecimal digits",
        assertThrows(IllegalArgumentException.class, () -> Cipher.idea("secret")).getMessage());
  }
}

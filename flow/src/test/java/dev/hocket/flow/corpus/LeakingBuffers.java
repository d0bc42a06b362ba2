package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/** Leaks through wrappers of a buffer, an array or a stream, and through other mutable classes. */
final class LeakingBuffers {
  private LeakingBuffers() {}

  static class WrappedBytes {
    private final byte[] bytes = new byte[8];

    @Function
    ByteBuffer encode(int n) {
      bytes[0] = (byte) n;
      return ByteBuffer.wrap(bytes);
    }
  }

  static class WrappedPart {
    private final byte[] bytes = new byte[8];

    @Function
    ByteBuffer encode(int n) {
      bytes[2] = (byte) n;
      return ByteBuffer.wrap(bytes, 2, 4).slice().asReadOnlyBuffer();
    }
  }

  static class WrappedChars {
    private final char[] line = new char[4];

    @Function
    CharSequence first(String text) {
      text.getChars(0, 3, line, 0);
      return CharBuffer.wrap(line);
    }
  }

  static class WrappedInts {
    private final int[] counts = new int[4];

    @Function
    IntBuffer count(int n) {
      counts[n % 4]++;
      return IntBuffer.wrap(counts);
    }
  }

  static class WrappedLongs {
    private final long[] sums = new long[2];

    @Function
    Object sum(long n) {
      sums[0] += n;
      return LongBuffer.wrap(sums).duplicate();
    }
  }

  static class Slice {
    private final ByteBuffer buffer = ByteBuffer.allocate(16);

    @Function
    ByteBuffer write(int n) {
      buffer.putInt(4, n);
      return buffer.slice(4, 4);
    }
  }

  static class ReadOnlyView {
    private final ByteBuffer buffer = ByteBuffer.allocate(16);

    @Function
    ByteBuffer write(int n) {
      buffer.putInt(0, n);
      return buffer.asReadOnlyBuffer();
    }
  }

  static class Duplicate {
    private final CharBuffer line = CharBuffer.allocate(8);

    @Function
    CharBuffer write(String text) {
      line.clear();
      line.put(text, 0, 3).flip();
      return line.duplicate();
    }
  }

  static class ViewOfOtherType {
    private final ByteBuffer buffer = ByteBuffer.allocate(16);

    @Function
    IntBuffer write(int n) {
      buffer.putInt(0, n);
      return buffer.asIntBuffer();
    }
  }

  static class BackingArray {
    private final ByteBuffer buffer = ByteBuffer.allocate(16);

    @Function
    byte[] write(int n) {
      buffer.putInt(0, n);
      return buffer.array();
    }
  }

  static class ChainedPut {
    private final ByteBuffer buffer = ByteBuffer.allocate(16);

    @Function
    ByteBuffer write(int n) {
      return buffer.clear().putInt(n).flip();
    }
  }

  static class SubSequence {
    private final CharBuffer line = CharBuffer.allocate(8);

    @Function
    CharSequence start(String text) {
      line.clear();
      line.put(text, 0, 4).flip();
      return line.subSequence(0, 2);
    }
  }

  static class StreamOverBytes {
    private final byte[] bytes = new byte[4];

    @Function
    InputStream open(int n) {
      bytes[1] = (byte) n;
      return new ByteArrayInputStream(bytes);
    }
  }

  static class ReaderOverChars {
    private final char[] chars = new char[4];

    @Function
    Reader open(String text) {
      text.getChars(0, 4, chars, 0);
      return new CharArrayReader(chars);
    }
  }

  static class PrintStreamOverOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Function
    PrintStream open(String text) {
      out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return new PrintStream(out, true, StandardCharsets.UTF_8);
    }
  }

  static class WriterOverOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Function
    Writer open(String text) {
      out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }
  }

  static class DataOverOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Function
    OutputStream open(int n) {
      out.write(n);
      return new DataOutputStream(out);
    }
  }

  static class ChannelOverOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Function
    WritableByteChannel open(int n) {
      out.write(n);
      return Channels.newChannel(out);
    }
  }

  static class PrintWriterOverWriter {
    private final StringWriter text = new StringWriter();

    @Function
    PrintWriter open(String line) {
      text.write(line);
      return new PrintWriter(text);
    }
  }

  static class BufferOfAWriter {
    private final StringWriter text = new StringWriter();

    @Function
    CharSequence write(String line) {
      text.write(line);
      return text.getBuffer();
    }
  }

  static class AppendReturnsItself {
    private final StringBuilder text = new StringBuilder();

    @Function
    CharSequence add(String word) {
      return text.append(word).append(' ');
    }
  }

  static class WriterAppendReturnsItself {
    private final StringWriter text = new StringWriter();

    @Function
    Object add(String word) {
      return text.append(word);
    }
  }

  static class FormatterOverBuilder {
    private final StringBuilder text = new StringBuilder();

    @Function
    Formatter open(String word) {
      text.append(word);
      return new Formatter(text, Locale.ROOT);
    }
  }

  static class ReaderOverReader {
    private final Reader source = new StringReader("one\ntwo\nthree\nfour\n");

    @Function
    BufferedReader open(String ignored) {
      return new BufferedReader(source, 1);
    }
  }

  static class ReusedMatcher {
    private final Matcher matcher = Pattern.compile("(\\w+) (\\w+)").matcher("");

    @Function
    MatchResult match(String line) {
      matcher.reset(line).matches();
      return matcher;
    }
  }

  static class MatcherOverBuilder {
    private static final Pattern WORD = Pattern.compile("\\w+");
    private final StringBuilder text = new StringBuilder();

    @Function
    Matcher find(String line) {
      text.append(line);
      return WORD.matcher(text);
    }
  }

  static class ChecksumOfReading {
    private final CRC32 checksum = new CRC32();

    @Function
    InputStream open(byte[] bytes) {
      return new CheckedInputStream(new ByteArrayInputStream(bytes), checksum);
    }
  }

  static class ChecksumOfWriting {
    private final CRC32 checksum = new CRC32();

    @Function
    OutputStream open(int n) {
      checksum.update(n);
      return new CheckedOutputStream(OutputStream.nullOutputStream(), checksum);
    }
  }

  static class ReusedDate {
    private final Date date = new Date(0);

    @Function
    Date at(long millis) {
      date.setTime(millis);
      return date;
    }
  }

  static class ReusedCalendar {
    private final Calendar calendar =
        new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);

    @Function
    Comparable<Calendar> at(long millis) {
      calendar.setTimeInMillis(millis);
      return calendar;
    }
  }

  static class CalendarOfAFormat {
    private final SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);

    @Function
    Calendar at(long millis) {
      format.getCalendar().setTimeInMillis(millis);
      return format.getCalendar();
    }
  }

  static class BytesInAList {
    private final byte[] header = new byte[3];

    @Function
    List<byte[]> frame(byte[] body) {
      header[0] += (byte) body.length;
      return List.of(header, body);
    }
  }

  static class BuffersToGather {
    private final ByteBuffer header = ByteBuffer.allocate(4);

    @Function
    ByteBuffer[] frame(byte[] body) {
      header.putInt(0, header.getInt(0) + body.length);
      return new ByteBuffer[] {header, ByteBuffer.wrap(body)};
    }
  }

  static class PartOfAnArray {
    /** A range of bytes, as classes for network packets have it. */
    record Part(byte[] bytes, int from, int to) {}

    private final byte[] buffer = new byte[64];

    @Function
    Part receive(byte[] message) {
      System.arraycopy(message, 0, buffer, 0, message.length);
      return new Part(buffer, 0, message.length);
    }
  }
}

package dev.hocket.flow.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the lists of classes whose objects hold no object of a program: calls their methods, and
 * looks for the arguments in the heap afterwards.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KnownTypesTest {
  /** Methods that would wait, start something, or act on the whole program. */
  private static final Set<String> NOT_CALLED =
      Set.of(
          "wait",
          "await",
          "awaitUntil",
          "connect",
          "receive",
          "send",
          "exec",
          "addShutdownHook",
          "removeShutdownHook",
          "invoke");

  private static final int LEAST_CALLED = 100;

  @TempDir Path folder;

  private final Samples samples = new Samples();
  private int called;

  /** An object for each class in the lists, by the name in the list. */
  private Map<String, Object> objects() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "some text");
    Path zip = folder.resolve("file.zip");
    new ZipOutputStream(Files.newOutputStream(zip)).close();
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    ReentrantLock lock = new ReentrantLock();
    Map<String, Object> all = new HashMap<>();
    all.put("java.io.FileDescriptor", new FileDescriptor());
    all.put("java.io.FileInputStream", new FileInputStream(file.toFile()));
    all.put("java.io.FileOutputStream", new FileOutputStream(file.toFile()));
    all.put("java.io.FileReader", new FileReader(file.toFile()));
    all.put("java.io.FileWriter", new FileWriter(file.toFile()));
    all.put("java.io.RandomAccessFile", new RandomAccessFile(file.toFile(), "rw"));
    all.put("java.lang.Process", new ProcessBuilder("true").start());
    all.put("java.lang.ProcessHandle", ProcessHandle.current());
    all.put("java.lang.Runtime", Runtime.getRuntime());
    all.put("java.lang.invoke.MethodHandles$Lookup", MethodHandles.lookup());
    all.put("java.lang.invoke.VarHandle", MethodHandles.arrayElementVarHandle(long[].class));
    all.put("java.lang.reflect.AccessibleObject", String.class.getMethod("length"));
    all.put("java.net.DatagramSocket", new DatagramSocket(null));
    all.put("java.net.ServerSocket", new ServerSocket());
    all.put("java.net.Socket", new Socket());
    all.put("java.nio.channels.FileChannel", channel);
    all.put("java.nio.channels.FileLock", channel.lock());
    all.put("java.nio.channels.NetworkChannel", SocketChannel.open());
    all.put("java.nio.file.FileSystem", FileSystems.getDefault());
    all.put("java.util.Random", new Random(1));
    all.put("java.util.concurrent.CountDownLatch", new CountDownLatch(1));
    all.put("java.util.concurrent.Phaser", new Phaser());
    all.put("java.util.concurrent.Semaphore", new Semaphore(9));
    all.put("java.util.concurrent.atomic.AtomicIntegerArray", new AtomicIntegerArray(2));
    all.put("java.util.concurrent.atomic.AtomicLongArray", new AtomicLongArray(2));
    all.put("java.util.concurrent.atomic.DoubleAdder", new DoubleAdder());
    all.put("java.util.concurrent.atomic.LongAdder", new LongAdder());
    all.put("java.util.concurrent.locks.Condition", lock.newCondition());
    all.put("java.util.concurrent.locks.Lock", lock);
    all.put("java.util.concurrent.locks.ReadWriteLock", new ReentrantReadWriteLock());
    all.put("java.util.concurrent.locks.StampedLock", new StampedLock());
    all.put("java.util.zip.ZipFile", new ZipFile(zip.toFile()));
    all.put("java.io.ByteArrayOutputStream", new ByteArrayOutputStream());
    all.put("java.io.CharArrayWriter", new CharArrayWriter());
    all.put("java.io.StringReader", new StringReader("text"));
    all.put("java.io.StringWriter", new StringWriter());
    all.put("java.lang.StringBuffer", new StringBuffer("text"));
    all.put("java.lang.StringBuilder", new StringBuilder("text"));
    all.put("java.security.MessageDigest", MessageDigest.getInstance("SHA-256"));
    all.put("java.text.Format", new SimpleDateFormat());
    all.put("java.util.BitSet", new BitSet());
    all.put("java.util.Calendar", Calendar.getInstance());
    all.put("java.util.Date", new Date());
    all.put("java.util.StringJoiner", new StringJoiner(","));
    all.put("java.util.StringTokenizer", new StringTokenizer("a b"));
    all.put("java.util.TimeZone", TimeZone.getTimeZone("UTC"));
    all.put("java.util.zip.Checksum", new CRC32());
    return all;
  }

  @Test
  void anObjectOfAListedClass_holdsNoArgumentOfItsMethods() throws Exception {
    Map<String, Object> objects = objects();
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Object> entry : objects.entrySet()) {
      Class<?> type = Class.forName(entry.getKey());
      assertTrue(Types.holdsNothing(type), entry.getKey());
      assertTrue(type.isInstance(entry.getValue()), entry.getKey());
      for (Method method : type.getMethods()) {
        if (!Modifier.isStatic(method.getModifiers()) && !NOT_CALLED.contains(method.getName())) {
          call(entry.getValue(), method, wrong);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(called >= LEAST_CALLED, called + " methods called");
  }

  private void call(Object object, Method method, List<String> wrong) {
    Object[] given = samples.all(method.getParameterTypes());
    List<Object> values = Arrays.stream(given).filter(KnownTypesTest::isOfProgram).toList();
    if (values.isEmpty() || isSetting(method)) {
      return;
    }
    try {
      method.invoke(object, given);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return;
    }
    called++;
    Set<Object> held = Heap.reach(object);
    if (values.stream().anyMatch(held::contains)) {
      wrong.add(method.toString());
    }
  }

  private static boolean isOfProgram(Object value) {
    return value != null && Samples.isMutable(value) && !Types.holdsNothing(value.getClass());
  }

  /** A format may get another calendar or number format, which the walk asks it for. */
  private static boolean isSetting(Method method) {
    return method.getDeclaringClass() == java.text.DateFormat.class
        && method.getName().startsWith("set");
  }

  @Test
  void eachListedClass_isTested() throws Exception {
    Set<String> tested = objects().keySet();
    for (String name : Types.withoutValues()) {
      assertTrue(tested.contains(name) || name.equals("java.io.Console"), name);
    }
  }

  @Test
  void aCollection_isSeenToHoldItsElements() {
    List<Object> list = new ArrayList<>();
    Object element = samples.of(Object.class);
    list.add(element);
    assertTrue(Heap.reach(list).contains(element));
    assertFalse(Types.holdsNothing(ArrayList.class));
  }
}

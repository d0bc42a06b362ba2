package dev.hocket.bench.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The processors of programs that run beside each other. */
class CoreGroupsTest {
  @Test
  void numbers_readsRangesAsTheKernelWritesThem() {
    assertEquals(List.of(0, 1, 2, 3, 8, 10, 11), CoreGroups.numbers("0-3,8,10-11\n"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void groups_areDisjoint_andAllOfTheSize() {
    List<String> groups = CoreGroups.of(1);
    assertTrue(groups.size() <= Runtime.getRuntime().availableProcessors(), groups.toString());
    assertEquals(groups.size(), groups.stream().distinct().count());
    List<Integer> all = CoreGroups.numbers(groups.stream().collect(Collectors.joining(",")));
    assertEquals(groups.size(), all.size());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void moreProcessorsThanThereAre_areRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> CoreGroups.of(100_000)).getMessage();
    assertTrue(message.startsWith("--cores-each 100000: there are "), message);
  }
}

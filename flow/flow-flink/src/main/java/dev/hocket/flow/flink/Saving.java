package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.link.Keyed;
import dev.hocket.flow.link.States;
import dev.hocket.flow.walk.Site;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;

/**
 * Saves and restores the state of a stage's functions. The state of keys goes into the key groups
 * of Flink, so that it moves with its keys when the number of subtasks changes; all other state is
 * one element for each subtask. The operator's thread does both, so a packet waits meanwhile.
 */
final class Saving {
  private static final String NAME = "hocket";

  private final Program program;
  private final Stage stage;

  /** The number of key groups. */
  private final int groups;

  /** Names the job, in what it saves. */
  private final String job;

  private ListState<byte[]> saved;
  private States states;
  private Resequencer order;

  Saving(Program program, Stage stage, int groups, String job) {
    this.program = program;
    this.stage = stage;
    this.groups = groups;
    this.job = job;
  }

  Resequencer order() {
    return order;
  }

  // --- the way out

  void save(StateSnapshotContext context, Resequencer waiting) throws Exception {
    Map<String, Object> all = new HashMap<>();
    all.put("copies", stage.copies());
    all.put("job", job);
    if (waiting != null) {
      all.put("next", waiting.next());
      waiting.checkEmpty();
    }
    Map<Integer, List<Object>> ofGroups = new HashMap<>();
    for (Site site : sites()) {
      Object state = states.object(site.id());
      if (!(state instanceof Keyed keyed)) {
        all.put("state " + site.id(), state);
      } else if (stage.isKeyed()) {
        keyed.forEach((keys, ofKey) ->
            ofGroups
                .computeIfAbsent(group(keys, site), any -> new ArrayList<>())
                .add(new Object[] {site.id(), new ArrayList<>(keys), ofKey}));
      } else {
        List<Object> entries = new ArrayList<>();
        keyed.forEach(
            (keys, ofKey) -> entries.add(new Object[] {site.id(), new ArrayList<>(keys), ofKey}));
        all.put("keys " + site.id(), entries);
      }
    }
    saved.update(List.of(encoded(all)));
    if (stage.isKeyed()) {
      KeyedStateCheckpointOutputStream out = context.getRawKeyedOperatorStateOutput();
      for (int group : out.getKeyGroupList()) {
        out.startNewKeyGroup(group);
        List<Object> entries = ofGroups.getOrDefault(group, new ArrayList<>());
        try {
          new Encoder(new DataOutputViewStreamWrapper(out)).write(new Object[] {job, entries});
        } catch (Unsaved e) {
          throw unsaved(e);
        }
      }
    }
  }

  private byte[] encoded(Object value) throws IOException {
    try {
      return Encoder.bytes(value);
    } catch (Unsaved e) {
      throw unsaved(e);
    }
  }

  /** Finds the function whose state cannot be written: all of it is written at once. */
  private Unsaved unsaved(Unsaved cause) throws IOException {
    for (Site site : sites()) {
      Object[] parts = {states.object(site.id())};
      if (parts[0] instanceof Keyed keyed) {
        List<Object> all = new ArrayList<>();
        keyed.forEach((keys, ofKey) -> all.add(ofKey));
        parts = all.toArray();
      }
      for (Object part : parts) {
        try {
          Encoder.bytes(part);
        } catch (Unsaved own) {
          return program.mistaken(
              Unsaved.state(site.node().position(), ((Call) site.node()).function(), own), own);
        }
      }
    }
    throw new AssertionError(cause);
  }

  private String names() {
    return String.join(", ", sites().stream().map(Site::id).toList());
  }

  private int group(List<Object> keys, Site site) {
    int hash = StableHash.of(keys.getFirst(), site.node().position());
    return KeyGroupRangeAssignment.assignToKeyGroup(hash, groups);
  }

  /** The calls with state. */
  private List<Site> sites() {
    return Site.of(stage.nodes()).stream()
        .filter(site -> site.node() instanceof Call call && call.implementation().stateful())
        .toList();
  }

  // --- the way back

  States restore(StateInitializationContext context, States made, Resequencer fresh)
      throws Exception {
    states = made;
    order = fresh;
    saved =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>(NAME, BytePrimitiveArraySerializer.INSTANCE));
    if (!context.isRestored()) {
      return states;
    }
    for (byte[] bytes : saved.get()) {
      restore((Map<?, ?>) Decoder.read(bytes, program.loader()));
    }
    if (stage.isKeyed()) {
      for (KeyGroupStatePartitionStreamProvider group : context.getRawKeyedStateInputs()) {
        Object[] parts =
            (Object[])
                new Decoder(new DataInputViewStreamWrapper(group.getStream()), program.loader())
                    .read();
        restoreKeys((List<?>) parts[1], parts[0]);
      }
    }
    return states;
  }

  private void restore(Map<?, ?> all) {
    int copies = (Integer) all.get("copies");
    if (copies != stage.copies() && !stage.isKeyed()) {
      throw new FlowException(
          stage.nodes().getFirst().position(),
          "the saved state is of "
              + copies
              + " copies, and there are "
              + stage.copies()
              + " now; only the state of keys can be divided anew, so keep the number of copies");
    }
    if (all.get("next") != null && order != null) {
      order = new Resequencer((Long) all.get("next"), Resequencer.MOST);
    }
    Map<String, Object> objects = new LinkedHashMap<>();
    refuseUnknown(all);
    for (Site site : sites()) {
      Object state = all.get("state " + site.id());
      if (state != null) {
        objects.put(site.id(), state);
      }
    }
    states = states.restored(objects);
    all.forEach((name, entries) -> {
      if (name.toString().startsWith("keys ")) {
        restoreKeys((List<?>) entries, all.get("job"));
      }
    });
  }

  /** State of a function that the program no longer has would be lost in silence. */
  private void refuseUnknown(Map<?, ?> all) {
    Set<String> known = new HashSet<>(List.of("copies", "job", "next"));
    for (Site site : sites()) {
      known.add("state " + site.id());
      known.add("keys " + site.id());
    }
    for (Object name : all.keySet()) {
      if (!known.contains(name)) {
        throw unknown(name.toString());
      }
    }
  }

  private FlowException unknown(String what) {
    return new FlowException(
        program.bound.graph().position(),
        "the saved state has the "
            + what
            + ", which is not in the stage of "
            + names()
            + "; continue with the algorithm and the sections that were saved");
  }

  /**
   * Puts the states of keys back.
   *
   * @param by the job that has saved them; after a failure, this one
   */
  private void restoreKeys(List<?> entries, Object by) {
    for (Object entry : entries) {
      Object[] parts = (Object[]) entry;
      if (!(states.object((String) parts[0]) instanceof Keyed keyed)) {
        throw unknown("state of keys of " + parts[0]);
      }
      @SuppressWarnings("unchecked")
      List<Object> keys = (List<Object>) parts[1];
      keyed.restore(keys, parts[2]);
      if (!job.equals(by)) {
        keyed.expect(keys);
      }
    }
  }
}

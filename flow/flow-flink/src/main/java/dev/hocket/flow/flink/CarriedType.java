package dev.hocket.flow.flink;

import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of packets between two operators. */
final class CarriedType extends TypeInformation<Carried> {
  private static final long serialVersionUID = 1L;

  private final ProgramRef program;
  private final String[] values;

  /**
   * Makes the type.
   *
   * @param program the {@link Program} of the packets
   * @param values the ids of the values
   */
  CarriedType(ProgramRef program, List<String> values) {
    this.program = program;
    this.values = values.toArray(String[]::new);
  }

  @Override
  public TypeSerializer<Carried> createSerializer(SerializerConfig config) {
    return new CarriedSerializer(program, values);
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<Carried> getTypeClass() {
    return Carried.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public String toString() {
    return "packets with " + String.join(", ", values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CarriedType type
        && type.program.equals(program)
        && List.of(type.values).equals(List.of(values));
  }

  @Override
  public int hashCode() {
    return List.of(values).hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof CarriedType;
  }
}

package dev.hocket.flow.state;

import java.util.List;
import java.util.Set;

/**
 * What a function does with its state, its arguments and static fields.
 *
 * @param leaks the places where its state gets out, one message each
 * @param changed the numbers of arguments that it may change, or whose contents it may change
 * @param kept the numbers of arguments that its state may lead to after the call
 * @param returned the numbers of arguments that its result may be
 * @param reached the numbers of arguments that its result may be, or lead to, or that lead to it
 * @param statics the static fields that it reads, {@code owner.field}, unless their type is
 *     immutable
 * @param changedStatics those of them whose objects it may change or keep
 * @param returnedStatics those of them whose objects its result may be
 * @param returnsMutable whether its result may be a mutable object that is no argument
 */
public record Summary(
    List<String> leaks,
    Set<Integer> changed,
    Set<Integer> kept,
    Set<Integer> returned,
    Set<Integer> reached,
    Set<String> statics,
    Set<String> changedStatics,
    Set<String> returnedStatics,
    boolean returnsMutable) {}

/**
 * Assigns a section to each call. {@code Mapping} follows the patterns ({@code Assignment}) and
 * brings calls and plain code together that share a mutable value ({@code Sharing} with {@code
 * Roots}, {@code Mutability}); {@code Surroundings} and {@code ReachWalk}, with {@code JdkValues}
 * and {@code ClojureValues}, find the mutable objects that values of the surrounding program lead
 * to, {@code ObjectCode} and {@code CalledCode} the static fields that code of objects uses. {@code
 * Settings} are all settings of a flow, {@code Places} the targets that sections have by default.
 */
package dev.hocket.flow.mapping;

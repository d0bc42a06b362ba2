/**
 * Which section each call runs in. {@code Mapping} follows the patterns ({@code Assignment}) and
 * brings calls together that share a mutable value ({@code Sharing}, {@code Mutability}). {@code
 * Settings} are all settings of a flow, {@code Places} the targets that sections have by default.
 */
package dev.hocket.flow.mapping;

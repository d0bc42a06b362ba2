/**
 * The requests in a recording: begin with {@link dev.hocket.plan.requests.RequestLog}, which finds
 * the slowest, and {@link dev.hocket.plan.requests.Request}, whose {@link
 * dev.hocket.plan.requests.Part}s make its way through the program. {@link
 * dev.hocket.plan.requests.TimeBar} says where its time went, and {@code Otlp} exports it.
 */
package dev.hocket.plan.requests;

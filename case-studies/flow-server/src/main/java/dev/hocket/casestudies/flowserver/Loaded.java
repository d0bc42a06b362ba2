package dev.hocket.casestudies.flowserver;

/**
 * A request and what its path stands for.
 *
 * @param asked the request
 * @param page what was found
 */
record Loaded(Asked asked, Page page) {}

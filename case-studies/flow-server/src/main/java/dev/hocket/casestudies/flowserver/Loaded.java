package dev.hocket.casestudies.flowserver;

/**
 * A request and the page that its path names.
 *
 * @param asked the request
 * @param page the page found
 */
record Loaded(Asked asked, Page page) {}

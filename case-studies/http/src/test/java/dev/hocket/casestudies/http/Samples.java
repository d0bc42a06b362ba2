package dev.hocket.casestudies.http;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Requests, good and bad, with the rule that makes them so. */
final class Samples {
  private static final String HOST = "Host: a\r\n";
  private static final String POST = "POST / HTTP/1.1\r\nHost: a\r\n";
  private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";
  private static final String CHUNKED_HEAD =
      "POST / HTTP/1.1 {host: a, transfer-encoding: chunked} ";

  private Samples() {}

  record Accepted(String rule, String input, List<String> outcomes) {}

  record Refused(String rule, int status, boolean livesOn, String input) {}

  private static Accepted good(String rule, String input, String... outcomes) {
    return new Accepted(rule, input, Arrays.asList(outcomes));
  }

  /** A good request after which the connection stays open for the next. */
  private static Accepted goesOn(String rule, String input, String outcome) {
    return good(rule, input, outcome + " lives on", "NEEDS_INPUT idle");
  }

  private static Accepted isLast(String rule, String input, String outcome) {
    return good(rule, input, outcome + " closes", "FINISHED idle");
  }

  private static Refused bad(String rule, int status, String input) {
    return new Refused(rule, status, false, input);
  }

  private static Refused badButSound(String rule, int status, String input) {
    return new Refused(rule, status, true, input);
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n";
  }

  /** All samples, for tests that split or edit them. */
  static List<String> inputs() {
    return Stream.concat(accepted().map(Accepted::input), refused().map(Refused::input)).toList();
  }

  static Stream<Accepted> accepted() {
    return Stream.of(goodLines(), goodConnections(), goodBodies()).flatMap(List::stream);
  }

  static Stream<Refused> refused() {
    return Stream.of(
            badLines(), badTargets(), badFields(), badLengths(), badChunks(), badMeanings())
        .flatMap(List::stream);
  }

  private static List<Accepted> goodLines() {
    return List.of(
        goesOn("9112 2.1", get("/"), "GET / HTTP/1.1 {host: a} "),
        goesOn("9112 2.2 empty lines first", "\r\n\r\n" + get("/"), "GET / HTTP/1.1 {host: a} "),
        goesOn(
            "9112 3 lenient about spaces",
            "GET  /  HTTP/1.1\r\n" + HOST + "\r\n",
            "GET / HTTP/1.1 {host: a} "),
        goesOn("9112 3.2.1", get("/a%20b?c=d%25"), "GET /a%20b?c=d%25 HTTP/1.1 {host: a} "),
        goesOn("9112 3.2.1 semicolon", get("/a;b/;?c;d"), "GET /a%3Bb/%3B?c;d HTTP/1.1 {host: a} "),
        goesOn("9112 3.2.2", get("http://b:80/x?y"), "GET http://b/x?y HTTP/1.1 {host: a} "),
        goesOn(
            "9112 3.2.3",
            "CONNECT b:443 HTTP/1.1\r\n" + HOST + "\r\n",
            "CONNECT //b:443 HTTP/1.1 {host: a} "),
        goesOn(
            "9112 3.2.4",
            "OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n",
            "OPTIONS * HTTP/1.1 {host: a} "),
        goesOn(
            "9112 3.2 empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.1 {host: } "),
        goesOn(
            "9112 5.1 spaces around values",
            "GET / HTTP/1.1\r\n" + HOST + "X:\t y z \t\r\n\r\n",
            "GET / HTTP/1.1 {host: a, x: y z} "),
        goesOn(
            "9110 5.5 obs-text",
            "GET / HTTP/1.1\r\n" + HOST + "X: \u00e9\r\n\r\n",
            "GET / HTTP/1.1 {host: a, x: \u00e9} "),
        good(
            "9112 9.3.2 pipelining",
            get("/1") + get("/2"),
            "GET /1 HTTP/1.1 {host: a}  lives on",
            "GET /2 HTTP/1.1 {host: a}  lives on",
            "NEEDS_INPUT idle"));
  }

  private static List<Accepted> goodConnections() {
    return List.of(
        isLast(
            "9112 9.3 close",
            "GET / HTTP/1.1\r\n" + HOST + "Connection: x, Close\r\n\r\n" + get("/2"),
            "GET / HTTP/1.1 {host: a, connection: x, Close} "),
        isLast("9112 9.3 HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0 {} "),
        goesOn(
            "9112 9.3 HTTP/1.0 keep-alive",
            "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "GET / HTTP/1.0 {connection: keep-alive} "),
        isLast(
            "9112 9.3 close wins",
            "GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n",
            "GET / HTTP/1.0 {connection: keep-alive, close} "));
  }

  private static List<Accepted> goodBodies() {
    return List.of(
        goesOn(
            "9112 6.2",
            POST + "Content-Length: 3\r\n\r\nabc",
            "POST / HTTP/1.1 {host: a, content-length: 3} abc"),
        goesOn(
            "9112 6.2 zero",
            POST + "Content-Length: 0\r\n\r\n",
            "POST / HTTP/1.1 {host: a, content-length: 0} "),
        goesOn(
            "9112 7.1",
            CHUNKED + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n",
            CHUNKED_HEAD + "abc0123456789"),
        goesOn(
            "9112 7.1 hex",
            CHUNKED + "000a\r\n0123456789\r\n000\r\n\r\n",
            CHUNKED_HEAD + "0123456789"),
        goesOn(
            "9112 7.1.1 extensions",
            CHUNKED + "1;a=b;c=\"d\"\r\nx\r\n0;e\r\n\r\n",
            CHUNKED_HEAD + "x"),
        goesOn(
            "9112 7.1.2 trailers",
            CHUNKED + "1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n",
            CHUNKED_HEAD + "x"),
        goesOn(
            "9110 10.1.1 without a body",
            "GET / HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\n\r\n",
            "GET / HTTP/1.1 {host: a, expect: 100-continue} "),
        isLast(
            "9110 10.1.1 not in HTTP/1.0",
            "GET / HTTP/1.0\r\nExpect: wonders\r\n\r\n",
            "GET / HTTP/1.0 {expect: wonders} "),
        goesOn(
            "9110 9.3.1 GET with a body",
            "GET / HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\nxy",
            "GET / HTTP/1.1 {host: a, content-length: 2} xy"));
  }

  private static List<Refused> badLines() {
    return List.of(
        bad("9112 2.2 bare LF", 400, "GET / HTTP/1.1\nHost: a\r\n\r\n"),
        bad("9112 2.2 bare LF after a field", 400, "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        bad("9112 2.2 bare LF at the end", 400, "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        bad("9112 2.2 bare CR", 400, "GET / HTTP/1.1\rHost: a\r\n\r\n"),
        bad("9112 2.2 bare CR in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"),
        bad("9112 2.2 space before the first field", 400, "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        bad("9112 2.3 another protocol", 400, "GET / http/1.1\r\nHost: a\r\n\r\n"),
        bad("9112 2.3 another protocol", 400, "GET / HTTp/1.1\r\nHost: a\r\n\r\n"),
        bad("9112 2.3 another protocol", 400, "GET / Http/1.0\r\n\r\n"),
        bad("9112 2.3 another protocol", 400, "POST / hTTP/1.0\r\nContent-Length: 1\r\n\r\nx"),
        bad("9112 2.3 no target, so HTTP/0.9", 505, "GET HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad("9112 3 words after the version", 505, "GET / HTTP/1.1x\r\nHost: a\r\n\r\n"),
        bad("9112 3 space after the version", 400, "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
        bad("9112 3 tab", 400, "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad("9110 5.6.2 no token", 400, "G@T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad("9110 2.5 HTTP/2", 505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        bad("9110 2.5 HTTP/1.2", 505, "GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
        bad("9110 2.5 preface of HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        bad("9112 2.3 HTTP/0.9", 505, "GET /\r\n"));
  }

  private static List<Refused> badTargets() {
    return Stream.of(
            "x",
            "*",
            "b:80",
            "ftp://b/",
            "http://",
            "http:///x",
            "http://u:p@b/",
            "/a#b",
            "/%",
            "/%0",
            "/%zz",
            "/%00",
            "/%0a",
            "/%7f",
            "/..",
            "/../b",
            "/a/../../b",
            "/%2e%2e/b",
            "/.%2E/b",
            "/a%2fb",
            "/a%5cb",
            "/a\\b",
            "/a/..;/b",
            "/a;%00",
            "/a;%zz",
            "/a;%2f..%2fb",
            "/a;b/../../c",
            "/%u0041",
            "/%c0%ae%c0%ae/",
            "/%ff",
            "/a//b",
            "//b/c",
            "/a|b")
        .map(target -> badButSound("9112 3.2 target " + target, 400, get(target)))
        .toList();
  }

  private static List<Refused> badFields() {
    return List.of(
        bad("9112 3.2 no Host", 400, "GET / HTTP/1.1\r\n\r\n"),
        bad("9112 3.2 two Hosts", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
        bad("9112 3.2 invalid Host", 400, "GET / HTTP/1.1\r\nHost: a/b@c\r\n\r\n"),
        bad("9112 5.1 space before the colon", 400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
        bad("9112 5.2 obs-fold", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n"),
        bad("9112 5 no colon", 400, "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n"),
        bad("9112 5 no name", 400, "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"),
        bad("9110 5.6.2 no token", 400, "GET / HTTP/1.1\r\nHost: a\r\nX(): b\r\n\r\n"),
        bad("9110 5.5 NUL in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n"),
        bad("9110 5.5 DEL in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: b\u007fc\r\n\r\n"),
        bad("9110 5.1 NUL in a name", 400, "GET / HTTP/1.1\r\nHost: a\r\nX\0: b\r\n\r\n"),
        bad("9112 3.2 no ASCII", 400, get("/\u00e9")),
        bad("9112 3.2 no UTF-8", 400, get("/\u0080")),
        bad("9112 3.2 DEL", 400, get("/\u007f")),
        bad("9112 3 NUL in a target", 400, "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"));
  }

  private static List<Refused> badLengths() {
    String chunked = "Transfer-Encoding: chunked\r\n";
    String end = "\r\n0\r\n\r\n";
    return List.of(
        bad("9112 6.3 twice", 400, POST + "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx"),
        bad("9112 6.3 differing", 400, POST + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy"),
        bad("9112 6.3 a list", 400, POST + "Content-Length: 1, 1\r\n\r\nx"),
        bad("9110 8.6 plus", 400, POST + "Content-Length: +1\r\n\r\nx"),
        bad("9110 8.6 minus", 400, POST + "Content-Length: -1\r\n\r\nx"),
        bad("9110 8.6 hex", 400, POST + "Content-Length: 0x1\r\n\r\nx"),
        bad("9110 8.6 empty", 400, POST + "Content-Length:\r\n\r\n"),
        bad("9110 8.6 overflow", 400, POST + "Content-Length: 18446744073709551617\r\n\r\nx"),
        bad("9110 15.5.14", 413, POST + "Content-Length: 65537\r\n\r\n"),
        bad(
            "9110 15.5.14 no 100 for it",
            413,
            POST + "Content-Length: 65537\r\nExpect: 100-continue\r\n\r\n"),
        bad("9112 6.3 both", 400, POST + "Content-Length: 5\r\n" + chunked + end),
        bad("9112 6.3 both, other order", 400, POST + chunked + "Content-Length: 5\r\n" + end),
        bad("9112 6.1 in HTTP/1.0", 400, "POST / HTTP/1.0\r\n" + chunked + end),
        bad("9112 6.1 twice", 400, POST + chunked + chunked + end),
        bad("9112 6.1 chunked twice", 400, POST + "Transfer-Encoding: chunked, chunked\r\n" + end),
        bad("9112 6.1 not last", 400, POST + "Transfer-Encoding: chunked, gzip\r\n" + end),
        bad("9112 6.1 not chunked", 400, POST + "Transfer-Encoding: identity\r\n" + end),
        bad("9112 6.1 no such coding", 400, POST + "Transfer-Encoding: xchunked\r\n" + end),
        bad("9112 6.1 vertical tab", 400, POST + "Transfer-Encoding: \u000bchunked\r\n" + end),
        bad("9112 7 unknown coding", 501, POST + "Transfer-Encoding: gzip, chunked\r\n" + end));
  }

  private static List<Refused> badChunks() {
    return Stream.of(
            "3\nabc\r\n0\r\n\r\n",
            "3\r\nabc\n0\r\n\r\n",
            "3\r\nabcd\r\n0\r\n\r\n",
            "3\r\nab\r\n0\r\n\r\n",
            "0x3\r\nabc\r\n0\r\n\r\n",
            "-3\r\nabc\r\n0\r\n\r\n",
            " 3\r\nabc\r\n0\r\n\r\n",
            "3\rZ\nabc\r\n0\r\n\r\n",
            "\r\nabc\r\n0\r\n\r\n",
            "g\r\nabc\r\n0\r\n\r\n",
            "FFFFFFFFFFFFFFFFF\r\nabc",
            "3;a=\"\r\nabc\r\n0\r\n\r\n",
            "3;\nabc\r\n0\r\n\r\n",
            "0\r\nX : y\r\n\r\n",
            "0\r\n X: y\r\n\r\n",
            "0\r\nX: y\n\r\n")
        .map(body ->
            bad("9112 7.1 " + body.replace("\r", "\\r").replace("\n", "\\n"), 400, CHUNKED + body))
        .toList();
  }

  private static List<Refused> badMeanings() {
    return List.of(
        badButSound("9110 15.6.2", 501, "FLY / HTTP/1.1\r\nHost: a\r\n\r\n"),
        badButSound(
            "9110 9.1 methods are case-sensitive", 501, "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        bad(
            "9110 15.6.2 with a body",
            501,
            "FLY / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"),
        bad(
            "9110 15.6.2 with chunks",
            501,
            "FLY / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        bad(
            "9110 15.6.2 with close",
            501,
            "FLY / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
        bad("9110 10.1.1", 417, POST + "Content-Length: 1\r\nExpect: wonders\r\n\r\n"),
        badButSound("9112 3.2.3", 400, "CONNECT /x HTTP/1.1\r\nHost: a\r\n\r\n"),
        badButSound("9112 3.2.4", 400, "GET * HTTP/1.1\r\nHost: a\r\n\r\n"));
  }
}

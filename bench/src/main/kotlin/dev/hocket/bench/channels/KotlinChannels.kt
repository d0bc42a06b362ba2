package dev.hocket.bench.channels

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select

/** Channels of Kotlin, between coroutines; its choice prefers the first. */
class KotlinChannels : ChannelPeer {
  override fun name() = "Kotlin coroutines"

  override fun exchange(capacity: Int, pairs: Int, messages: Int): Long = sum {
    val channel = Channel<Int>(capacity)
    List(pairs) { listOf(sender(channel, messages), receiver(channel, messages)) }.flatten()
  }

  override fun chain(length: Int, messages: Int): Long = sum {
    val channels = List(length + 1) { Channel<Int>() }
    val links = List(length) { i ->
      async {
        repeat(messages) { channels[i + 1].send(channels[i].receive()) }
        0L
      }
    }
    links + receiver(channels[length], messages) + sender(channels[0], messages)
  }

  override fun pairs(pairs: Int, messages: Int): Long = sum {
    List(pairs) {
      val channel = Channel<Int>()
      listOf(sender(channel, messages), receiver(channel, messages))
    }.flatten()
  }

  override fun choice(branches: Int, senders: Int, messages: Int): Long = sum {
    val channels = List(branches) { Channel<Int>() }
    List(senders) { first ->
      listOf(
        async {
          repeat(messages) { channels[(first + it) % branches].send(1) }
          0L
        },
        choosing(emptyList(), channels, messages),
      )
    }.flatten()
  }

  override fun mixed(branches: Int, pairs: Int, messages: Int): Long = sum {
    val (even, odd) = List(branches) { Channel<Int>() }.withIndex().partition { it.index % 2 == 0 }
    val ones = even.map { it.value }
    val others = odd.map { it.value }
    List(pairs) { listOf(choosing(ones, others, messages), choosing(others, ones, messages)) }
      .flatten()
  }

  private fun CoroutineScope.sender(channel: Channel<Int>, messages: Int) = async {
    repeat(messages) { channel.send(1) }
    0L
  }

  private fun CoroutineScope.receiver(channel: Channel<Int>, messages: Int) = async {
    var sum = 0L
    repeat(messages) { sum += channel.receive() }
    sum
  }

  private fun CoroutineScope.choosing(
    toSend: List<Channel<Int>>,
    toReceive: List<Channel<Int>>,
    messages: Int,
  ) = async {
    var sum = 0L
    repeat(messages) {
      sum += select<Int> {
        for (channel in toSend) channel.onSend(1) { 0 }
        for (channel in toReceive) channel.onReceive { it }
      }
    }
    sum
  }

  private fun sum(processes: CoroutineScope.() -> List<Deferred<Long>>): Long =
    runBlocking(Dispatchers.Default) { processes().awaitAll().sum() }
}

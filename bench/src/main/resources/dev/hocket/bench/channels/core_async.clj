(ns dev.hocket.bench.channels.core-async
  "Channels of core.async, between go blocks."
  (:require [clojure.core.async :as async :refer [<! <!! >! alts! chan go]]))

(defn- channel [capacity]
  (if (pos? capacity) (chan capacity) (chan)))

(defn- sum [processes]
  (reduce + (map <!! (doall processes))))

(defn- sender [channel messages]
  (go (dotimes [_ messages] (>! channel 1))
      0))

(defn- receiver [channel messages]
  (go (loop [left messages, sum 0]
        (if (zero? left)
          sum
          (recur (dec left) (+ sum (<! channel)))))))

(defn- choosing [to-send to-receive messages]
  (let [ports (into (mapv #(vector % 1) to-send) to-receive)]
    (go (loop [left messages, sum 0]
          (if (zero? left)
            sum
            (let [[value _] (alts! ports)]
              ;; The result of a send is true.
              (recur (dec left) (if (number? value) (+ sum value) sum))))))))

(defn exchange [capacity pairs messages]
  (let [channel (channel capacity)]
    (sum (mapcat (fn [_] [(sender channel messages) (receiver channel messages)])
                 (range pairs)))))

(defn chain [length messages]
  (let [channels (vec (repeatedly (inc length) chan))]
    (sum (concat
          [(receiver (peek channels) messages)]
          (map (fn [from to]
                 (go (dotimes [_ messages] (>! to (<! from)))
                     0))
               channels
               (rest channels))
          [(sender (first channels) messages)]))))

(defn pairs [pairs messages]
  (sum (mapcat (fn [_]
                 (let [channel (chan)]
                   [(sender channel messages) (receiver channel messages)]))
               (range pairs))))

(defn choice [branches senders messages]
  (let [channels (vec (repeatedly branches chan))]
    (sum (mapcat (fn [first]
                   [(go (dotimes [i messages]
                          (>! (nth channels (mod (+ first i) branches)) 1))
                        0)
                    (choosing [] channels messages)])
                 (range senders)))))

(defn mixed [branches pairs messages]
  (let [channels (repeatedly branches chan)
        even (vec (take-nth 2 channels))
        odd (vec (take-nth 2 (rest channels)))]
    (sum (mapcat (fn [_] [(choosing even odd messages) (choosing odd even messages)])
                 (range pairs)))))

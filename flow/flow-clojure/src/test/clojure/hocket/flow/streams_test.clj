(ns hocket.flow.streams-test
  "Sources produce packets until the shortest ends; the results of all packets are one value."
  (:require [clojure.test :refer [deftest is]]
            [hocket.flow :as flow :refer [defsf flow]])
  (:import (dev.hocket.flow Run)
           (dev.hocket.flow.clojure NegativeSum)
           (dev.hocket.flow.graph FlowException Statistics$Activations)
           (java.util.concurrent CompletionStage Flow$Publisher Flow$Subscriber TimeUnit)))

(flow :import [dev.hocket.flow.clojure.functions])

(deftest the-result_is-the-last-of-all-packets-unless-all-are-asked-for
  (is (= 4 (flow (add-one (up-to 3)))))
  (is (= 4 (flow {:result :last} (add-one (up-to 3)))))
  (is (= [2 3 4] (flow {:result :all} (add-one (up-to 3)))))
  (is (nil? (flow {:result :none} (add-one (up-to 3))))))

(deftest a-flow-without-a-source_has-one-packet
  (is (= 2 (flow (add-one 1))))
  (is (= 3 (flow (+ 1 2))))
  (is (= '(2 3) (flow (list (add-one 1) 3))))
  (is (nil? (flow nil))))

(deftest a-source-that-ends-at-once_leaves-nothing
  (is (nil? (flow (add-one (up-to 0)))))
  (is (= [] (flow {:result :all} (add-one (up-to 0))))))

(defsf ^:private ^:source count-down
  :state [left (atom nil)]
  [from]
  (let [n (swap! left (fn [n] (dec (or n (inc from)))))]
    (if (neg? n) flow/end n)))

(deftest a-function-of-clojure_may-be-a-source
  (is (= [3 2 1 0] (flow {:result :all} (count-down 3))))
  (is (= [[2 1] [1 2] [0 3]] (flow {:result :all :sections :per-function}
                               (let [a (count-down 2) b (up-to 5)] [a b])))))

(deftest the-shortest-source_ends-the-flow
  (is (= [[1 1] [2 2]] (flow {:result :all :sections :per-function}
                         (let [a (up-to 2) b (up-to 5)] [a b])))))

(deftest state_is-fresh-in-each-run
  (let [run (fn [] (flow {:result :all :sections :per-function} (running-sum (up-to 3))))]
    (is (= [1 3 6] (run) (run)))))

(deftest a-function-after-branches_gets-values-of-one-packet
  (is (= (for [n (range 1 21)] [n (if (even? n) n (+ 2 n))])
         (map vec (flow {:result :all :sections :per-function :arcs {:capacity 2}}
                    (let [n (up-to 20)]
                      (pair n (if (even n) n (add-one (add-one n))))))))))

(deftest locals-of-the-surroundings_are-bound-once
  (let [evaluations (atom 0)
        limit (do (swap! evaluations inc) 3)
        [a & more] [10 20]]
    (is (= [11 12 13] (flow {:result :all} (+ a (up-to limit)))))
    (is (= [[20] 1] (flow [more (add-one 0)])))
    (is (= 1 @evaluations))))

(def ^:private registry (java.util.concurrent.ConcurrentHashMap. {1 "one"}))

(deftest values-of-vars_are-environment
  (is (= ["one" 2] (flow [(.get registry 1) (add-one 1)])))
  (is (= ["hocket.flow.streams-test/registry"]
         (map #(.name ^dev.hocket.flow.graph.Environment %)
              (.environment (flow/graph (.get registry (add-one 0))))))))

(deftest a-flow-as-a-stage_completes
  (let [^CompletionStage stage (flow {:as :stage} (add-one (up-to 3)))]
    (is (= 4 (.get (.toCompletableFuture stage) 5 TimeUnit/MINUTES)))))

(def ^:private interrupted (promise))

(defsf ^:private ^:blocking wait-until-interrupted
  [begun]
  (deliver begun true)
  (try
    (.acquire (java.util.concurrent.Semaphore. 0))
    (catch InterruptedException _ (deliver interrupted true))))

(deftest cancelling-a-stage_stops-its-flow
  (let [begun (promise)
        stage (.toCompletableFuture ^CompletionStage (flow {:as :stage} (wait-until-interrupted begun)))]
    @begun
    (is (.cancel stage true))
    (is (deref interrupted 300000 false))))

(deftest a-stage_fails-as-its-flow
  (let [stage (.toCompletableFuture ^CompletionStage (flow {:as :stage} (fail-at (up-to 3) 2)))]
    (is (= "cannot take 2" (try (.join stage) (catch java.util.concurrent.CompletionException e
                                                (ex-message (.getCause e))))))))

(defn- subscribed
  "Requests all items of a publisher one by one, and lists them."
  [^Flow$Publisher publisher]
  (let [items (atom [])
        subscription (atom nil)
        done (promise)]
    (.subscribe publisher
                (reify Flow$Subscriber
                  (onSubscribe [_ given]
                    (reset! subscription given)
                    (.request ^java.util.concurrent.Flow$Subscription given 1))
                  (onNext [_ item]
                    (swap! items conj item)
                    (.request ^java.util.concurrent.Flow$Subscription @subscription 1))
                  (onError [_ thrown] (deliver done thrown))
                  (onComplete [_] (deliver done nil))))
    (when-let [thrown (deref done 300000 (ex-info "no end after 5 min" {}))]
      (throw thrown))
    @items))

(deftest a-flow-as-a-publisher_publishes-each-packet
  (is (= (range 2 102) (subscribed (flow {:as :publisher :sections :per-function}
                                     (add-one (up-to 100)))))))

(defsf ^:private ^:source ticks :state [n (atom 0)] [] (swap! n inc))

(defn- sections [^Run run]
  (map #(.name ^Statistics$Activations %) (.sections (.statistics run))))

(deftest costly-plain-code_is-measured-and-divided
  (let [^Run run (flow {:as :run :result :none}
                   (let [a (reduce + (range (+ 3000 (rem (ticks) 7))))
                         b (add-one a)]
                     (running-sum (+ b (reduce + (range (+ 3000 (rem b 7))))))))]
    (when (< 1 (.availableProcessors (Runtime/getRuntime)))
      (while (< (count (sections run)) 2) (Thread/yield)))
    (.end run)
    (.await run)
    (is (= (.admitted (.statistics run)) (.finished (.statistics run))))))

(defsf ^:private counts-by-one :state [n (atom 0)] [_] (swap! n inc))

(deftest a-function-of-clojure_is-replaced-while-the-flow-runs
  (let [seen (atom [])
        ^Run run (flow {:as :run} (counts-by-one (ticks)))]
    (is (flow/replace! run 'counts-by-one (fn [former] (fn [n] (let [v (former n)] (swap! seen conj v) (- v))))))
    (while (< (count @seen) 10) (Thread/yield))
    (.end run)
    (let [value (.await run)]
      (is (= (- (last @seen)) value))
      (is (= (last @seen) (.finished (.statistics run)))))))

(deftest replacing-a-function-that-is-not-there_is-refused
  (let [^Run run (flow {:as :run} (counts-by-one (ticks)))]
    (is (thrown-with-msg? FlowException #"no function nothing to replace; there are counts-by-one"
                          (flow/replace! run "nothing" identity)))
    (.end run)
    (.await run)))

(deftest a-method_is-replaced-by-that-of-another-class
  (let [^Run run (flow {:as :run} (running-sum (ticks)))]
    (is (flow/replace! run "running-sum" NegativeSum (fn [_] (NegativeSum.))))
    (let [replaced (.admitted (.statistics run))]
      (while (< (.finished (.statistics run)) (+ 2 replaced)) (Thread/yield)))
    (.end run)
    (is (neg? (.await run)))))

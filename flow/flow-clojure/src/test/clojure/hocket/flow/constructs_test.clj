(ns hocket.flow.constructs-test
  "Every construct has the same meaning in a flow as in Clojure, whichever sections there are."
  (:require [clojure.test :refer [are deftest is]]
            [hocket.flow :as flow :refer [algo defsf flow smap ||]]
            [hocket.flow.harness :refer [differences plainly]])
  (:import (dev.hocket.flow.graph FlowException)
           (java.util.concurrent CompletableFuture)
           (java.util.function Supplier)))

(flow :import [dev.hocket.flow.clojure.functions])

(defmacro ^:private equals-clojure
  "Defines a test that texts have the same values as flows and as plain Clojure."
  [name & bodies]
  `(deftest ~name
     ~@(for [body bodies]
         `(is (nil? (differences '~body))))))

(deftest the-harness_runs-texts-with-state-of-their-own
  (are [value body] (= value (plainly [] body))
    [1 3 6] '(running-sum (up-to 3))
    [[1 1] [2 3] [3 6]] '(let [n (up-to 3)] [(call-count n) (running-sum n)])
    "<5>" '(str (add-one 4))))

(equals-clojure calls_nest
  (add-one 1)
  (add-one (add-one (add-one 1)))
  (weigh (add-one 1) (weigh (add-one 2) 3))
  (running-sum (add-one (up-to 5))))

(equals-clojure a-value_is-used-many-times
  (let [n (up-to 4)] (weigh (weigh n n) (add-one n)))
  (let [a (add-one 1) b (add-one a) c (add-one b)] [a b c [a b c]]))

(equals-clojure threading_is-nesting
  (-> 1 add-one (weigh 4) add-one)
  (->> 1 add-one (weigh 4) add-one)
  (-> (up-to 3) add-one (as-> x (weigh x x)))
  (cond-> (add-one 1) (even 2) add-one (even 3) (weigh 1))
  (some-> (add-one 1) add-one))

(equals-clojure let_names-values
  (let [a (add-one 1) a (add-one a)] a)
  (let [] (add-one 1))
  (let [f (fn [x] (* x x))] (f (add-one 2))))

(equals-clojure a-vector-pattern_takes-apart
  (let [[a b] (pair (add-one 1) 2)] (weigh a b))
  (let [[a [b c] & more :as all] [(add-one 1) (pair 2 3) 4 5]] [a b c more (count all)])
  (let [[a _ c] (pair 1 (add-one 2))] [a c])
  (let [[[a] [b]] [(pair 1 2) (pair (up-to 3) 4)]] (weigh a b)))

(equals-clojure a-map-pattern_takes-apart
  (let [{:keys [a b]} {:a (add-one 1) :b 2}] (weigh a b))
  (let [{:keys [a] :or {a 7}} {:b (add-one 1)}] (add-one a))
  (let [{[x y] :pair {:strs [z]} :inner :as all} {:pair (pair 1 2) :inner {"z" (add-one 3)}}]
    [x y z (count all)])
  (let [{:keys [a] :or {a (add-one 5)}} {}] a))

(equals-clojure if_takes-one-branch
  (if (even 2) (add-one 1) (add-one 2))
  (if (even 3) (add-one 1) (add-one 2))
  (if (even 3) (add-one 1))
  (let [n (up-to 6)] (if (even n) (running-sum n) (call-count n)))
  (let [no (Boolean. false)] (if no (add-one 1) (add-one 2)))
  (let [n (up-to 6)] (if (even n) (if (even (add-one n)) 1 (add-one n)) :odd)))

(equals-clojure what-expands-to-if_takes-one-branch
  (when (even 2) (add-one 1) (add-one 2))
  (when-not (even 2) (add-one 1))
  (let [n (up-to 6)] (cond (< n 2) (add-one n) (even n) :even :else (running-sum n)))
  (let [n (up-to 6)] (and (even n) (add-one n)))
  (let [n (up-to 6)] (or (when (even n) (add-one n)) (call-count n)))
  (if-let [n (add-one 1)] (add-one n) 0)
  (when-let [[a b] (pair 1 2)] (weigh a b))
  (if-some [n (when (even 2) (add-one 1))] n :none)
  (let [n (up-to 4)] (condp = n 1 (add-one 10) 2 :two (add-one n)))
  (let [n (add-one 1)] (if-not (even n) 1 (add-one n))))

(equals-clojure case_takes-one-branch
  (let [n (up-to 5)] (case n 1 (add-one 10) (2 3) (add-one n) (call-count n)))
  (case (add-one 1) 2 :two :other)
  (let [n (up-to 3)] (case (long n) 1 :one 2 (add-one 5) :many))
  (case (str 1) "<1>" (add-one 1) "x" 2 3)
  (let [n (up-to 3)] (case [n (add-one n)] [1 2] :a [2 3] (add-one 1) :else)))

(equals-clojure loop_repeats
  (loop [i 0] (if (< i 5) (recur (add-one i)) i))
  (loop [i 0 sum 0] (if (< i 4) (recur (add-one i) (+ sum (running-sum i))) [i sum]))
  (let [n (up-to 4)] (loop [i 0 all []] (if (= i n) all (recur (add-one i) (conj all (call-count i))))))
  (loop [[a b] (pair 0 (add-one 4))] (if (< a b) (recur [(add-one a) b]) [a b]))
  (loop [[text n] (pair "" 3)]
    (if (.endsWith ^String text "xxx") [text n] (recur (pair (clojure.core/str text "x") n))))
  (loop [a 1 b (add-one a)] (if (even b) (recur b (add-one b)) [a b]))
  (loop [i (add-one 0)] (if (< i 5) (recur (inc i)) i))
  (dotimes [i 3] (add-one i))
  (loop [i 0] (cond (> i 3) (add-one i) (even i) (recur (add-one i)) :else (recur (+ i 2))))
  (loop [i 0] (when (< i 3) (recur (add-one i)))))

(equals-clojure loops_nest
  (loop [i 0 sum 0]
    (if (< i 3)
      (recur (add-one i) (+ sum (loop [j 0 inner 0] (if (< j i) (recur (add-one j) (+ inner j)) inner))))
      sum))
  (let [n (up-to 4)]
    (loop [i 0]
      (if (< i n)
        (recur (loop [j i] (if (< j (+ i 2)) (recur (add-one j)) j)))
        (running-sum i)))))

(equals-clojure a-case-in-a-loop_goes-on-or-ends-it
  (loop [i 0] (case (rem i 3) 0 (recur (add-one i)) 1 (recur (+ i 4)) (add-one i)))
  (loop [i 0] (let [j (add-one i)] (do (call-count j) (if (> j 4) j (recur j))))))

(equals-clojure plain-code_stays-plain
  (.endsWith (str 1) ">")
  (+ 1 (* 2 (add-one 1)) (- 4 (add-one 2)))
  (map inc [(add-one 1) 2])
  (let [n (add-one 3)] (mapv (fn [x] (* x n)) [1 2 3]))
  (let [n (add-one 3)] (reduce (fn [a b] (+ a b n)) (range 4)))
  (let [n (add-one 3)] (for [x (range n) :when (odd? x)] (* x n)))
  (let [n (add-one 3)] (try (quot n 0) (catch ArithmeticException e (count (.getMessage e)))))
  (let [n (add-one 3)] (letfn [(down [x] (if (pos? x) (down (dec x)) x))] (down n)))
  (let [n (add-one 3)] (loop [i 0] (if (< i n) (recur (inc i)) i)))
  (let [n (add-one 3)] (.call ^java.util.concurrent.Callable (reify java.util.concurrent.Callable (call [_] n))))
  {:a (add-one 1) (add-one 2) #{(add-one 3)}}
  (Math/max (long (add-one 1)) 5)
  (String/valueOf (long (add-one 1)))
  (.length (StringBuilder. ^String (str 1)))
  (:a {:a (add-one 1)})
  ((fn [x] (inc x)) (add-one 1))
  (do (add-one 1) (add-one 2))
  (let [n (add-one 1)] (.getName String))
  (let [n (add-one 1)] (binding [*print-length* n] (pr-str (range 9))))
  (let [n (add-one 1)] (case n 2 :two 3 :three :none))
  (quote (add-one 1))
  [(add-one 1) 'symbol :keyword "string" \c nil true 1.5 2N 3/4])

(equals-clojure a-value-that-statements-change_changes-in-their-order
  (.toString (doto (StringBuilder.) (.append (add-one (add-one 1))) (.append (str 5)) (.append (add-one 1))))
  (let [n (up-to 20)] (clojure.core/str (doto (StringBuilder.) (.append (add-one (add-one n))) (.append (add-one n)))))
  (let [n (up-to 4)
        all (java.util.ArrayList.)
        alias all]
    (.add all (add-one (add-one n)))
    (if (even n)
      (do (.add all (add-one (add-one 8))) (.add alias n))
      (.add alias :odd))
    (.add all (call-count n))
    [(count all) (vec all)])
  (let [n (up-to 4) all (java.util.ArrayList.)]
    (loop [i 0]
      (if (< i n)
        (do (.add all (add-one (add-one i))) (.add all i) (recur (inc i)))
        (add-one i)))
    (when (even n) (.add all (add-one n)))
    (vec all))
  (let [n (up-to 3) all (java.util.ArrayList.)]
    (smap (algo [x] (do (.add all (add-one (add-one x))) (.add all x))) (range n))
    (vec all))
  (let [n (up-to 5) all (java.util.ArrayList.)]
    (|| 2 n (do (.add all (add-one (add-one n))) (.add all n) n))
    (vec all)))

(equals-clojure a-primitive-hint_computes-as-in-clojure
  (let [^long n (add-one 1)] (unchecked-add n Long/MAX_VALUE))
  (let [n (int (add-one 1))] (class n))
  (let [n (double (add-one 1))] (/ n 4)))

(equals-clojure nil_is-a-value
  (if (even 3) 1 nil)
  (pair nil nil)
  (let [n (up-to 4)] (when (even n) (add-one n)))
  (smap (algo [x] (when (even x) (add-one x))) [1 2 3]))

(equals-clojure a-function_shadows-clojure
  (str 1)
  (let [str (fn [x] x)] (str (add-one 1))))

(equals-clojure smap_keeps-order-and-state
  (smap add-one [1 2 3])
  (smap running-sum (range 6))
  (smap inc [1 2 (add-one 3)])
  (smap add-one nil)
  (smap add-one [])
  (smap (algo [x] (weigh x (add-one x))) (range 4))
  (let [n (up-to 3)] (smap (algo [x] (running-sum (+ n x))) (range n)))
  (smap (algo [[a b]] (weigh a b)) [[1 2] [3 4]])
  (smap (partial + 3) [(add-one 1)])
  (smap (algo [row] (smap add-one row)) [[1 2] [3] []])
  (smap (algo [x] (if (even x) (running-sum x) (loop [i x] (if (< i 9) (recur (add-one i)) i)))) (range 5)))

(equals-clojure replicas_compute-the-same
  (let [n (up-to 9)] (|| 3 n (-> add-one add-one)))
  (let [n (up-to 9)] (|| 3 n (weigh n (add-one n))))
  (let [n (up-to 9)] (|| 2 (weigh n (memo n))))
  (let [n (up-to 9)] (|| 4 {:degree 2} n (-> memo add-one)))
  (let [n (up-to 9)] (|| 4 {:degree (+ 1 (count [1])) :balance :by-hash} n (-> add-one)))
  (let [n (up-to 9)] (running-sum (|| 2 {:balance :least-loaded} n (if (even n) (add-one n) (memo n))))))

(equals-clojure replicas-by-key_have-state-for-each-key
  (let [n (up-to 30)] (|| 3 :by (fn [x] (mod x 4)) n (-> running-sum)))
  (let [n (up-to 30)] (|| 1 :by even n (running-sum n)))
  (let [n (up-to 30)] (|| 2 :by #(when (even? %) :even) n [(call-count n) (running-sum (add-one n))]))
  (let [n (up-to 30)] (running-sum (|| 3 :by even n (if (even (call-count n)) (running-sum n) (memo n)))))
  (let [n (up-to 30)] (|| 2 :by even n (let [m (rem n 5)] (|| 3 :by str m (running-sum n)))))
  (let [n (up-to 9)] (smap (algo [x] (|| 2 :by even x (running-sum x))) (range n)))
  (let [n (up-to 9)] (loop [i 0 sum 0] (if (< i n) (recur (add-one i) (|| 2 :by even i (running-sum i))) sum)))
  (let [n (up-to 9)] (|| 2 :by even n (loop [i n] (if (< i 12) (recur (+ i (call-count i))) (running-sum i))))))

(deftest a-key_may-be-a-keyword-an-expression-or-an-algorithm
  (let [orders [{:user "a" :sum 1} {:user "b" :sum 2} {:user "a" :sum 4}]
        expected [1 2 5]]
    (are [value] (= expected value)
      (flow (smap (algo [order] (|| 2 :by :user order (running-sum (:sum order)))) orders))
      (flow (smap (algo [order] (|| 2 :by (:user order) order (running-sum (:sum order)))) orders))
      (flow (smap (algo [order] (|| 2 :by (algo [o] (let [u (:user o)] (pair u u) u)) order (running-sum (:sum order))))
                  orders))
      (flow (smap (algo [order] (|| 3 :by :user {:degree 2 :keys 2} order (running-sum (:sum order)))) orders))
      (flow (smap (algo [order] (|| 3 {:by :user} order (running-sum (:sum order)))) orders)))
    (is (thrown-with-msg? FlowException #"running-sum#1 has state for 1 keys.*\"?b"
                          (flow (smap (algo [order] (|| 3 :by :user {:keys 1} order (running-sum (:sum order))))
                                      orders))))))

(deftest a-key_that-may-change-is-refused
  (let [array (object-array [1])]
    (doseq [key [(list array) (seq array) (map identity [array]) {:a array} [[array]] (java.util.ArrayList. [1])]]
      (is (thrown-with-msg? FlowException #"a key of running-sum#1 (is|leads to) a .*which may change"
                            (flow (smap (algo [x] (|| 2 :by (:key x) x (running-sum (:sum x)))) [{:key key :sum 1}]))))))
  (doseq [key ['(1 2) (map inc [1 2]) (rest [1 2 3]) {:a #{1}} [nil 2.0 \c]]]
    (is (= [1 3] (flow (smap (algo [x] (|| 2 :by (:key x) x (running-sum (:sum x))))
                             [{:key key :sum 1} {:key key :sum 2}]))))))

(equals-clojure asynchronous-functions_are-joined
  (running-sum (add-later (up-to 20)))
  (let [n (up-to 20)] (if (even n) (add-later n) (running-sum (add-later n))))
  (smap add-later (range 5))
  (let [n (up-to 5)] (smap (algo [x] (weigh (add-later x) (running-sum n))) (range n)))
  (loop [i 0] (if (< i 4) (recur (add-later i)) i))
  (let [n (up-to 9)] (|| 2 n (-> add-later add-later)))
  (let [n (up-to 9)] (|| 2 :by even n (running-sum (add-later (running-sum n))))))

(defsf ^:private ^:async doubled-later [n]
  (if (zero? n)
    (throw (IllegalStateException. "cannot double 0"))
    (CompletableFuture/supplyAsync (reify Supplier (get [_] (* 2 n))))))

(deftest a-function-of-clojure_may-be-asynchronous
  (is (= [2 4 6] (flow {:result :all} (doubled-later (up-to 3)))))
  (is (= [[2 4] [6]] (flow [(smap doubled-later [1 2]) (smap doubled-later [3])])))
  (is (thrown-with-msg? IllegalStateException #"cannot double 0" (flow (doubled-later 0)))))

(equals-clojure several-sources_form-tuples
  (let [a (up-to 3) b (up-to 5)] (weigh a b))
  (weigh (up-to 4) (running-sum (up-to 2))))

(defmacro unless [test & body] `(if ~test nil (do ~@body)))

(equals-clojure macros-of-users_expand
  (hocket.flow.constructs-test/unless (even 3) (add-one 1))
  (loop [i 0] (hocket.flow.constructs-test/unless (> i 3) (recur (add-one i)))))

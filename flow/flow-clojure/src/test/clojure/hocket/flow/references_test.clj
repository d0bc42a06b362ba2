(ns hocket.flow.references-test
  "What code puts into atoms, refs, agents and Vars while a flow runs: something mutable, which two sections
  could change at a time, stops the flow; all else works as in plain Clojure."
  (:require [clojure.string :as string]
            [clojure.test :refer [deftest is]]
            [hocket.flow :as flow :refer [defsf flow]]
            [hocket.flow.harness :refer [around-flowing]])
  (:import (dev.hocket.flow Pressure Run)
           (dev.hocket.flow.mapping SharedReference Watches)
           (dev.hocket.flow.graph FlowException Position)
           (java.util ArrayList HashMap)
           (java.util.concurrent CompletableFuture ConcurrentHashMap CountDownLatch TimeUnit)
           (java.util.concurrent.atomic AtomicReference)))

(flow :import [dev.hocket.flow.clojure.functions])

(def ^:private packets 20000)

(defn- refusal
  "Returns the message of the refusal that a thunk ends with; nil if it ends otherwise."
  [thunk]
  (try (thunk) nil
       (catch FlowException e (ex-message e))))

(defmacro ^:private refused
  "The message by which a flow with a section for each function is refused."
  [body]
  `(refusal (fn [] (flow {:result :none :sections :per-function} ~body))))

;; Programs that would lose updates

(defsf ^:private fill [a x] (swap! a (fn [l] (or l (ArrayList.)))) (.add ^ArrayList @a x))
(defsf ^:private also-fill [a x] (some-> ^ArrayList @a (.add x)))

(defsf ^:private put [a value x] (reset! a value) x)
(defsf ^:private also-put [a x] (when-not @a (print) x))

(deftest a-list-in-an-atom_is-refused-with-its-name-and-place
  (let [seen (atom nil)
        message (refused (let [x (up-to packets)] (if (even? x) (fill seen x) (also-fill seen x))))]
    (is (string/starts-with? (str message) "references_test.clj:32: the atom seen gets a java.util.ArrayList"))
    (is (string/includes? (str message) "fill#1 and also-fill#1"))
    (is (empty? (.getWatches ^clojure.lang.Atom seen)))))

(deftest an-array-in-a-list-or-record_is-refused
  (doseq [value [(list (object-array 2)) [(object-array 2)] {:a (object-array 2)} (seq (long-array 2))
                 (AtomicReference.) [(ConcurrentHashMap. {1 1})]]]
    (let [seen (atom nil)
          message (refused (let [x (up-to 10)] (if (even? x) (put seen value x) (also-put seen x))))]
      (is (string/includes? (str message) "the atom seen gets a ") (str (class value))))))

(defsf ^:private fill-anyway [a x]
  (try (swap! a (fn [l] (or l (ArrayList.)))) (catch IllegalStateException _))
  (.add ^ArrayList @a x))

(defn- refusing [_ _ _ _] (throw (IllegalStateException. "refused")))

(deftest a-list-in-an-atom_is-refused-though-its-watches-throw
  (doseq [watches [1 8 20]]
    (let [seen (atom nil)]
      (dotimes [k watches]
        (add-watch seen k refusing))
      (is (string/includes? (str (refused (let [x (up-to packets)] (if (even? x) (fill-anyway seen x) (also-fill seen x)))))
                            "the atom seen gets a java.util.ArrayList"))
      (is (= (set (range watches)) (set (keys (.getWatches ^clojure.lang.Atom seen))))))))

(deftest a-list-in-an-atom_is-refused-though-failures-are-skipped
  (let [seen (atom nil)]
    (is (refusal (fn []
                   (flow {:result :none :sections :per-function :failures {:skip (fn [_])}}
                     (let [x (up-to packets)] (if (even? x) (fill seen x) (also-fill seen x)))))))))

(deftest a-list-in-an-atom_is-refused-whatever-measurements-choose
  (let [seen (atom nil)]
    (is (refusal (fn []
                   (flow {:result :none}
                     (let [x (up-to packets)] (if (even? x) (fill seen x) (also-fill seen x)))))))))

(deftest a-list-in-an-atom_is-refused-in-every-way-to-run
  (let [flowing (around-flowing '[a (atom nil)]
                                '(let [x (up-to 500)]
                                   (if (even x)
                                     (do (add-one x) (reset! a (java.util.ArrayList.)) x)
                                     (do (slowly x) (deref a) x)))
                                [])]
    (doseq [^Pressure pressure (Pressure/values)]
      (is (= (not= Pressure/SINGLE pressure) (some? (refusal (fn [] (flowing #(.run pressure %))))))
          (str pressure)))))

(deftest one-section_needs-no-watch
  (let [seen (atom nil)]
    (flow {:result :none :sections :single}
      (let [x (up-to packets)] (if (even? x) (fill seen x) (also-fill seen x))))
    (is (< (quot packets 3) (count @seen)))))

(deftest one-section_has-the-order-of-the-program
  (let [last-seen (atom nil)
        log (ArrayList.)]
    (is (= (map (fn [n] [n n]) (range 1 301))
           (flow {:result :all :sections :single}
             (let [x (up-to 300)]
               (reset! last-seen x)
               (vector (do (.add ^ArrayList log x) @last-seen) (.size ^ArrayList log))))))))

(defsf ^:private ^:async later [x]
  (CompletableFuture/supplyAsync (reify java.util.function.Supplier (get [_] (Thread/yield) x))))

(deftest one-packet-in-flight_has-the-order-of-the-program-with-asynchronous-functions-too
  (let [seen (atom [])]
    (is (= (map (fn [n] [n n]) (range 1 301))
           (flow {:result :all :sections :single :in-flight 1}
             (let [x (up-to 300)]
               (swap! seen conj x)
               (let [y (later x)]
                 (vector y (count @seen)))))))))

(defsf ^:private put-table [r k] (dosync (alter r (fn [m] (or m (HashMap.))))) (.put ^HashMap @r k 1))
(defsf ^:private also-put-table [r k] (some-> ^HashMap @r (.put k 2)))

(deftest a-map-of-java-in-a-ref_is-refused
  (let [table (ref nil)
        message (refused (let [x (up-to packets)] (if (even? x) (put-table table x) (also-put-table table x))))]
    (is (string/includes? (str message) "the ref table gets a java.util.HashMap"))
    (is (empty? (.getWatches ^clojure.lang.Ref table)))))

(defsf ^:private send-table [a k] (send a (fn [m] (or m (HashMap.)))) (await a) (.put ^HashMap @a k 1))

(deftest a-map-of-java-in-an-agent_is-refused
  (let [table (agent nil)
        message (refused (let [x (up-to 200)] (if (even? x) (send-table table x) (also-put-table table x))))]
    (is (string/includes? (str message) "the agent table gets a java.util.HashMap"))))

(defsf ^:private count-in [counts k]
  (let [all (swap! counts (fn [all] (if (:by-rest all) all (assoc all :by-rest [0 (long-array 3)]))))
        ^longs of (second (:by-rest all))]
    (aset of k (inc (aget of k)))))
(defsf ^:private also-count-in [counts k]
  (when-let [^longs of (second (:by-rest @counts))] (aset of k (inc (aget of k)))))

(deftest an-array-in-a-map-in-an-atom_is-refused-with-the-way-to-it
  (let [counts (atom {:total 0})
        message (refused (let [x (up-to packets)]
                           (if (even? x) (count-in counts (rem x 3)) (also-count-in counts (rem x 3)))))]
    (is (string/includes? (str message) "gets a long[] at [:by-rest 1]"))))

(def ^:private noted nil)
(defn- note! [var x] (some-> ^ArrayList @var (.add x)))
(defsf ^:private note [var x] (note! var x))
(defsf ^:private also-note [var x] (note! var x))

(defn- var-of-noted [] #'noted)
(defn- put-list [var] (alter-var-root var (constantly (ArrayList.))))

(deftest a-list-that-another-thread-puts-into-a-var_is-refused
  (let [^clojure.lang.Var var (var-of-noted)
        began (CountDownLatch. 1)
        go-on (CountDownLatch. 1)
        wait-for (fn [x] (.countDown began) (.await go-on) x)
        ^Run run (flow {:result :none :sections :per-function :as :run}
                   (let [x (up-to 10)] (do (wait-for x) (if (even? x) (note var x) (also-note var x)))))]
    (is (.await began 3 TimeUnit/MINUTES))
    (put-list var)
    (.countDown go-on)
    (let [message (refusal #(.await run))]
      (is (string/includes? (str message) "the Var #'hocket.flow.references-test/noted gets a java.util.ArrayList")))
    (is (empty? (.getWatches var)))))

(defsf ^:private nest [outer inner x]
  (compare-and-set! outer nil {:inner inner})
  (let [l (:inner @outer)]
    (swap! l (fn [l] (or l (ArrayList.))))
    (.add ^ArrayList @l x)))
(defsf ^:private also-nest [outer x] (some-> ^ArrayList (some-> @outer :inner deref) (.add x)))

(deftest a-list-in-an-atom-that-comes-later_is-refused
  (let [outer (atom nil)
        inner (atom nil)
        message (refused (let [x (up-to packets)] (if (even? x) (nest outer inner x) (also-nest outer x))))]
    (is (string/includes? (str message) "an atom inside outer gets a java.util.ArrayList"))
    (is (empty? (.getWatches ^clojure.lang.Atom inner)))))

(deftest what-other-threads-put_is-refused-without-an-exception-there
  (let [seen (atom nil)
        began (CountDownLatch. 1)
        go-on (CountDownLatch. 1)
        wait-for (fn [x] (.countDown began) (.await go-on) x)
        ^Run run (flow {:result :none :sections :per-function :as :run}
                   (let [x (up-to 10)] (do (wait-for x) (if (even? x) (fill seen x) (also-fill seen x)))))]
    (is (.await began 3 TimeUnit/MINUTES))
    (is (= "list" (do (reset! seen (ArrayList.)) "list")))
    (.countDown go-on)
    (is (refusal #(.await run)))))

;; Programs that work

(defrecord ^:private Tally [total names])

(defsf ^:private add-to [tally x] (swap! tally #(-> % (update :total + x) (update :names conj (keyword (str x))))) x)
(defsf ^:private take-from [tally x] (swap! tally update :total - x) x)

(deftest records-keywords-and-sets_may-be-put
  (let [tally (atom (->Tally 0 #{}))]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 2000)] (if (even? x) (add-to tally x) (take-from tally x))))
    (is (= 1000 (count (:names @tally))))
    (is (= 1000 (:total @tally)))
    (is (empty? (.getWatches ^clojure.lang.Atom tally)))))

(defsf ^:private mark [m k v] (swap! m assoc k v) v)
(defsf ^:private also-mark [m k v] (swap! m update k (fnil conj []) v) v)

(deftest persistent-collections_may-be-put
  (let [m (atom {}) l (atom ()) v (atom []) q (atom clojure.lang.PersistentQueue/EMPTY) s (atom (sorted-map))]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 5000)]
        (if (even? x)
          (do (mark m x {:x [x]}) (swap! l conj x) (swap! v conj (str x)) (swap! q conj x) (mark s x nil))
          (do (also-mark m (rem x 10) x) (swap! l conj (inc x)) (swap! v conj (seq [x 1]))
              (swap! q (fn [q] (conj (pop q) x))) (mark s (- x) #{x})))))
    (is (= 2505 (count @m)))
    (is (= [5000 5000 5000] [(count @l) (count @v) (count @s)]))))

(deftest lazy-sequences-exceptions-and-functions_may-be-put
  (let [a (atom [])]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 300)]
        (if (even? x)
          (do (mark (atom {}) 1 1) (swap! a conj (map inc [x 2 3]) (filter odd? (range x)) (list 1 x)))
          (do (also-mark (atom {}) 1 x) (swap! a conj (ex-info "late" {:x x}) (fn [y] (+ x y)) (java.util.List/of x))))))
    (is (= 900 (count @a)))))

(deftest watches-and-validators-of-the-program_stay
  (let [noticed (atom 0) n (atom 0 :validator number?)]
    (add-watch n ::own (fn [_ _ _ _] (swap! noticed inc)))
    (flow {:result :none :sections :per-function}
      (let [x (up-to 2000)] (if (even? x) (do (add-one x) (swap! n + x)) (do (slowly x) (swap! n - x)))))
    (is (= 1000 @n))
    (is (= 2000 @noticed))
    (is (= [::own] (keys (.getWatches ^clojure.lang.Atom n))))
    (is (= number? (get-validator n)))
    (is (thrown? IllegalStateException (reset! n :name)))))

(deftest swaps-inside-swaps_work
  (let [n (atom 0) m (atom 0)]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 2000)]
        (if (even? x)
          (do (add-one x) (swap! n (fn [v] (swap! m inc) (inc v))))
          (do (slowly x) (swap! n inc)))))
    (is (= 2000 @n))
    (is (<= 1000 @m))))

(deftest many-flows-on-one-atom_count-together
  (let [n (atom 0)
        run (fn [] (flow {:result :none :sections :per-function :as :stage}
                     (let [x (up-to 500)] (if (even? x) (do (add-one x) (swap! n inc)) (do (slowly x) (swap! n inc))))))
        stages (mapv (fn [_] (run)) (range 8))]
    (run! (fn [^CompletableFuture stage] (.get stage 3 TimeUnit/MINUTES)) stages)
    (is (= 4000 @n))
    (is (empty? (.getWatches ^clojure.lang.Atom n)))))

(deftest a-flow-that-fails-or-is-cancelled_leaves-no-watch
  (let [n (atom 0)]
    (is (thrown? ArithmeticException
                 (flow {:result :none :sections :per-function}
                   (let [x (up-to 500)] (if (even? x) (mark n x (quot 1 0)) (do (slowly x) (swap! n inc)))))))
    (is (empty? (.getWatches ^clojure.lang.Atom n))))
  (let [n (atom {})
        began (CountDownLatch. 1)
        wait-for (fn [x] (.countDown began) (.await (CountDownLatch. 1)) x)
        ^Run run (flow {:result :none :sections :per-function :as :run}
                   (let [x (up-to 500)] (do (wait-for x) (if (even? x) (mark n x 1) (also-mark n x 2)))))]
    (is (.await began 3 TimeUnit/MINUTES))
    (is (= 1 (count (.getWatches ^clojure.lang.Atom n))))
    (.cancel run)
    (is (thrown? java.util.concurrent.CancellationException (.await run)))
    (is (empty? (.getWatches ^clojure.lang.Atom n)))))

(deftest what-was-there-before_may-stay
  (let [m (atom {:l (ArrayList. [1 2])})]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 500)] (if (even? x) (mark m x (add-one x)) (do (slowly x) (swap! m assoc :last x)))))
    (is (= 252 (count @m)))))

;; Random values

(defn- mutables
  "Lists the mutable objects in a value of persistent collections and atoms."
  [value]
  (filter #(or (instance? ArrayList %) (some-> % class .isArray))
          (tree-seq #(or (coll? %) (instance? clojure.lang.Atom %))
                    #(if (coll? %) (seq %) [@%])
                    value)))

(defn- random-operation
  "Returns a function that changes a value of collections somewhere inside; often it puts a given object there."
  [^java.util.Random random thing]
  (let [n (fn [most] (.nextInt random (int most)))
        fresh (fn [] (case (n 6) 0 [(n 9) thing] 1 {(n 99) thing} 2 (list thing) 3 (sorted-map (n 9) thing) 4 thing
                         (->Tally (n 9) {:x thing})))
        change (fn change [value]
                 (cond
                   (and (coll? value) (seq value) (not (map? value)) (sequential? value) (zero? (n 3)))
                   (case (n 4) 0 (rest value) 1 (vec value) 2 (apply list value) (seq value))
                   (map? value) (let [k (if (and (seq value) (pos? (n 4))) (nth (vec (keys value)) (n (count value))) (n 2000))]
                                  (case (n 4)
                                    0 (if (record? value) value (dissoc value k))
                                    1 (if (and (sorted? value) (not (int? k))) value (assoc value (n 2000) (fresh)))
                                    (assoc value k (change (get value k)))))
                   (vector? value) (if (and (seq value) (pos? (n 3)))
                                     (let [i (n (count value))] (assoc value i (change (nth value i))))
                                     (conj value (fresh)))
                   (set? value) (conj value (n 99))
                   (seq? value) (cons (fresh) value)
                   :else (fresh)))]
    change))

(deftest random-changes-of-values_are-searched-as-a-whole
  (let [seed (System/nanoTime)
        random (java.util.Random. seed)]
    (dotimes [_ 5]
      (let [stopped (atom nil)
            big (into {} (map (fn [i] [i [i]])) (range (.nextInt random 300)))
            state (atom {:a big 1 [1 2 3] 2 (vec (range 100)) 3 () 4 (sorted-map) 5 (->Tally 1 {})})
            watches (Watches. (Position. "random" 1 1)
                              (reify java.util.function.Consumer (accept [_ thrown] (reset! stopped thrown))))]
        (.add watches [(SharedReference. state @state "state" true [])])
        (dotimes [_ 150]
          (let [before @state
                thing (case (.nextInt random 40) 0 (ArrayList.) 1 (long-array 1) 2 (atom (ArrayList.)) 3 (object-array 1) 4 (atom 1) 1)
                change (random-operation random thing)]
            (swap! state (fn [value] (try (change value) (catch ClassCastException _ value))))
            (is (= (boolean (seq (mutables @state))) (some? @stopped)) (str "seed " seed ": " @stopped))
            (when @stopped
              (reset! state before)
              (reset! stopped nil))))
        (.remove watches)
        (is (empty? (.getWatches ^clojure.lang.Atom state)))))))

;; What one function keeps in a reference, and another one has got elsewhere

(defsf ^:private retain-in-map [^ConcurrentHashMap m row x]
  (some-> ^ArrayList (.get m 1) (.add x))
  (.put m 1 row)
  x)

(deftest a-packets-list-that-plain-code-keeps-in-an-atom_is-refused
  (let [a (atom nil)]
    (is (string/includes? (str (refused (let [x (up-to 500) row (new-row x)]
                                          (do (swap! a (fn [l] (some-> ^ArrayList l (.add x)) row)) (size-of row)))))
                          "the atom a gets a java.util.ArrayList"))))

(deftest a-number-that-plain-code-keeps-in-an-atom_is-no-reason
  (let [a (atom 0)]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 500) row (new-row x)]
        (do (swap! a (fn [n] (.add ^ArrayList row x) (+ n (long x)))) (size-of row))))
    (is (= 125250 @a))))

(deftest a-packets-list-that-a-function-keeps-in-a-map_is-used-in-one-section
  (let [m (ConcurrentHashMap.)]
    (is (string/includes?
         (with-out-str (flow/explain {:sections :per-function}
                         (let [x (up-to 500) row (new-row x)] (do (retain-in-map m row x) (size-of row)))))
         "retain-in-map#1 size-of#1"))))

;; References without watches: their users share a section

(defsf ^:private fill-volatile [v x] (when-not @v (vreset! v (ArrayList.))) (.add ^ArrayList @v x))
(defsf ^:private also-fill-volatile [v x] (some-> ^ArrayList @v (.add x)))

(deftest a-list-in-a-volatile_loses-nothing
  (let [seen (volatile! nil)]
    (flow {:result :none :sections :per-function}
      (let [x (up-to packets)] (if (even? x) (fill-volatile seen x) (also-fill-volatile seen x))))
    ;; The first number is odd, and comes before the list.
    (is (= (dec packets) (count @seen)))))

(defsf ^:private keep-promise [p x] (deliver p (ArrayList.)) (.add ^ArrayList @p x))
(defsf ^:private also-keep-promise [p x] (when (realized? p) (.add ^ArrayList @p x)))

(deftest a-list-in-a-promise_loses-nothing
  (let [seen (promise)]
    (flow {:result :none :sections :per-function}
      (let [x (up-to packets)] (if (even? x) (keep-promise seen x) (also-keep-promise seen x))))
    (is (= (dec packets) (count @seen)))))

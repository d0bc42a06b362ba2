(ns hocket.flow.sharing-test
  "Values of the surroundings that plain code uses: no update is lost, whichever sections there are."
  (:require [clojure.string :as string]
            [clojure.test :refer [deftest is]]
            [hocket.flow :as flow :refer [algo defsf flow smap ||]])
  (:import (dev.hocket.flow.clojure.functions Globals Globals$Tally)
           (dev.hocket.flow.graph FlowException)
           (dev.hocket.flow.state Constants)
           (elsewhere Counting Counting$Also Counting$Made Counting$Pair Counting$Total)
           (java.util ArrayList HashMap)
           (java.util.concurrent ConcurrentHashMap)
           (java.util.concurrent.atomic AtomicReference)))

(flow :import [dev.hocket.flow.clojure.functions])

(defsf ^:private a [x] (inc x))
(defsf ^:private b [x] (dec x))

(defn- sections [explained]
  (re-seq #"(?m)^section .*$" explained))

(defn- together? [explained x y]
  (boolean (some #(and (string/includes? % x) (string/includes? % y)) (sections explained))))

(defmacro ^:private joined
  "Runs an expression of 10000 packets x; returns whether two calls in it share a section, and a form after the run."
  [one other shown expression]
  (let [body `(let [~'x (~'up-to 10000)] ~expression)]
    `(let [explained# (with-out-str (flow/explain {:sections :per-function} ~body))]
       (flow {:result :none :sections :per-function} ~body)
       [(together? explained# ~one ~other) ~shown])))

(deftest updates-of-a-list-in-two-branches_are-all-there
  (let [l (ArrayList.)]
    (flow {:result :none :sections :per-function} (let [x (up-to 200000)] (if (even? x) (.add l (a x)) (.add l (b x)))))
    (is (= 200000 (.size l)))))

(deftest updates-of-an-array-in-copies_are-all-there
  (let [counts (long-array 1)]
    (flow {:result :none :sections :per-function} (let [x (up-to 200000)] (|| 3 x (aset counts 0 (+ 1 (aget counts 0))))))
    (is (= 200000 (aget counts 0))))
  (let [counts (long-array 1)]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 50000)] (|| 3 x (do (add-one x) (aset counts 0 (+ 1 (aget counts 0)))))))
    (is (= 50000 (aget counts 0)))))

(deftest updates-of-a-static-field_are-all-there
  (.clear Globals/LIST)
  (flow {:result :none :sections :per-function}
    (let [x (up-to 100000)] (if (even? x) (.add Globals/LIST (a x)) (.add Globals/LIST (b x)))))
  (is (= 100000 (.size Globals/LIST)))
  (.clear Globals/LIST)
  (flow {:result :none :sections :per-function}
    (let [x (up-to 100000)] (if (even? x) (Globals/note (a x)) (Globals/note (b x)))))
  (is (= 100000 (.size Globals/LIST))))

(def ^:private noted (ArrayList.))

(defn- note [x] (.add ^ArrayList noted x))

(defn- note-all [xs] (run! (fn [x] (.add ^ArrayList noted x)) xs))

(deftest updates-by-functions-of-the-program_are-all-there
  (.clear ^ArrayList noted)
  (flow {:result :none :sections :per-function} (let [x (up-to 100000)] (if (even? x) (note (a x)) (note (b x)))))
  (is (= 100000 (count noted)))
  (.clear ^ArrayList noted)
  (flow {:result :none :sections :per-function} (let [x (up-to 100000)] (if (even? x) (note-all [(a x)]) (note (b x)))))
  (is (= 100000 (count noted)))
  (let [l (ArrayList.) put (fn [x] (.add l x))]
    (flow {:result :none :sections :per-function} (let [x (up-to 100000)] (if (even? x) (put (a x)) (.add l (b x)))))
    (is (= 100000 (.size l)))))

(defsf ^:private note-in-defsf [x] (.add ^ArrayList noted x))

(deftest updates-by-functions-with-defsf_are-all-there
  (.clear ^ArrayList noted)
  (is (= [true 10000] (joined "note-in-defsf#1" "note-in-defsf#2" (count noted)
                              (if (even? x) (note-in-defsf (a x)) (note-in-defsf (b x)))))))

(deftest updates-of-two-names-of-one-value_are-all-there
  (let [l (ArrayList.) same l inside {:in [l]}]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 90000)]
        (case (rem x 3)
          0 (.add l (a x))
          1 (.add same (b x))
          (.add ^ArrayList (first (:in inside)) (add-one x)))))
    (is (= 90000 (.size l)))))

(deftest code-that-only-reads_may-be-apart
  (let [l (ArrayList. [1 2 3])]
    (is (not (together? (with-out-str (flow/explain {:sections :per-function} (let [x (up-to 9)] (if (even? x) (a (nth l x)) (b (count l))))))
                        "a#1" "b#1")))))

(deftest thread-safe-and-immutable-values_are-shared-by-all
  (doseq [value [(ConcurrentHashMap.) (atom 0) {:a 1} "text" (agent 1)]]
    (is (not (together? (with-out-str (flow/explain {:sections :per-function} (let [x (up-to 9)] (if (even? x) (a [value x]) (b [x value])))))
                        "a#1" "b#1")))))

(defrecord ^:private Pair [one other])

(deftest records-of-the-program_are-shared-by-all
  (let [pair (->Pair 1 2)]
    (is (not (together? (with-out-str
                          (flow/explain {:sections :per-function}
                            (let [x (up-to 9)] [(a (:one pair)) (b (:other pair)) x])))
                        "a#1" "b#1")))))

(deftest promises_are-shared-by-all
  (let [p (promise)]
    (is (not (together? (with-out-str
                          (flow/explain {:sections :per-function}
                            (let [x (up-to 9)] [(a @p) (b @p) x])))
                        "a#1" "b#1")))))

(deftest functions-that-get-an-element_handle-several-elements-at-a-time
  (is (not (together? (with-out-str
                        (flow/explain {:sections :per-function}
                          (smap (algo [row] (if (write-to row 1) (size-of row) 0)) (list (ArrayList.) (ArrayList.)))))
                      "write-to#1" "size-of#1"))))

(deftest a-mapping-that-separates-plain-code_is-refused
  (let [l (ArrayList.)
        message (try (flow {:sections [["up-to"] ["write-to"] ["also-.*"]]}
                       (let [x (up-to 3)] (if (even? x) (write-to l x) (also-write-to l x))))
                     (catch FlowException e (ex-message e)))]
    (is (string/includes? (str message) "share l, which is mutable"))
    (is (string/includes? (str message) "sharing_test.clj:"))))

(deftest a-buffer-inside-another-value_is-used-in-one-section
  (let [explained (with-out-str
                    (flow/explain {:sections :per-function} (let [t (text (up-to 9)) both {:t t}] [(left (:t both)) (right t)])))]
    (is (together? explained "left#1" "right#1"))))

(defn- table [] (doto (HashMap.) (.put "row" (ArrayList.))))

(defmacro ^:private written
  "Writes packets to a row in two functions; returns whether these share a section, and a form after the run."
  [[pattern row] shown]
  `(joined " write-to#1" "also-write-to#1" ~shown
           (let [~pattern ~row] (if (even? ~'x) (~'write-to ~'row (a ~'x)) (~'also-write-to ~'row (b ~'x))))))

(deftest updates-of-a-part-of-a-static-field-that-functions-return_are-all-there
  (.put Globals/TABLE "row" (ArrayList.))
  (is (= [true 10000] (written [row (row-of-table x)] (count (.get Globals/TABLE "row")))))
  (.clear Globals/TABLE)
  (is (= [true 10000] (written [row (new-row-of-table x)] (count (.get Globals/TABLE "new")))))
  (.clear Globals/LIST)
  (is (= [true 10000] (written [[row] (list-in-array x)] (.size Globals/LIST)))))

(deftest updates-of-a-part-of-a-value-that-functions-return_are-all-there
  (let [^HashMap t (table)]
    (is (= [true 10000] (written [row (row-of t x)] (count (.get t "row"))))))
  (let [l (ArrayList.)]
    (is (= [true 10000] (written [[row] (in-array l x)] (.size l))))))

(deftest what-is-put-into-a-value-of-the-surroundings_is-a-part-of-it
  (let [^HashMap t (table)
        explained (with-out-str
                    (flow/explain {:sections :per-function} (let [x (up-to 9) row (put-row t x)]
                                    [(write-to row x) (also-write-to (row-of t x) x)])))]
    (is (together? explained " write-to#1" "also-write-to#1")))
  (let [^HashMap t (table)
        explained (with-out-str
                    (flow/explain {:sections :per-function} (let [x (up-to 9) row (new-row x) size (keep-row t row)]
                                    [(write-to row size) (size-of (row-of t x))])))]
    (is (together? explained "keep-row#1" "write-to#1"))
    (is (together? explained "keep-row#1" "row-of#1"))))

(deftest what-only-reads-a-part_may-be-apart-from-what-changes-the-whole
  (let [^HashMap t (table)
        explained (with-out-str
                    (flow/explain {:sections :per-function} (let [x (up-to 9)]
                                    [(put-row t x) (size-of (row-of t x))])))]
    (is (together? explained "put-row#1" "row-of#1"))
    (is (not (together? explained "row-of#1" "size-of#1")))))

(deftest parts-that-come-while-the-flow-runs_are-parts
  (let [t (HashMap.)
        explained (with-out-str
                    (flow/explain {:sections :per-function} (let [x (up-to 9) row (put-row t x)]
                                    [(write-to row x) (also-write-to (row-of t x) x)])))]
    (is (together? explained " write-to#1" "also-write-to#1"))))

(deftest values-of-a-type-declared-thread-safe_are-shared-by-all
  (let [t (Globals$Tally.)
        explained (with-out-str
                    (flow/explain {:sections :per-function} (let [x (up-to 9)] (if (even? x) (tally t x) (also-tally t x)))))]
    (is (not (together? explained " tally#1" "also-tally#1")))))

(deftest a-mapping-that-separates-copies-of-what-changes-a-value_is-refused
  (let [l (ArrayList.)
        message (try (flow {:result :none :sections [["up-to"] [".*/1"] [".*/2"]]}
                       (let [x (up-to 9)] (|| 2 x (write-to l x))))
                     (catch FlowException e (ex-message e)))]
    (is (string/includes? (str message) "share l, which is mutable"))))

(def ^:private ^java.util.Map used
  "A map whose order changes when it is read."
  (java.util.LinkedHashMap. 16 0.75 true))

(defn- fill-used []
  (.clear used)
  (dotimes [k 10] (.put used k k)))

(deftest a-map-that-reading-changes_is-read-in-the-order-of-the-elements
  (fill-used)
  (let [expected (mapv (fn [x] (inc (+ (* 100 (get used (mod x 10))) (first (keys used))))) (range 2000))]
    (dotimes [_ 3]
      (fill-used)
      (is (= expected
             (flow (smap (algo [x] (add-one (+ (* 100 (get used (mod x 10))) (first (keys used)))))
                         (vec (range 2000)))))))))

(deftest collections-that-lead-to-what-changes_are-known
  (doseq [value [(seq (int-array [1])) (seq (long-array [1])) (seq (char-array [\a])) (seq (object-array [1]))
                 (sorted-map-by (fn [x y] (compare x y)) 1 2) (sorted-set-by (comp - compare) 1 2)
                 (with-meta [1] {:a (atom 0)}) (with-meta {:a 1} {:a (ArrayList.)})]]
    (is (not (Constants/isConstant value)) (str (class value)))
    (is (some? (Constants/changingInKey value)) (str (class value))))
  (doseq [value [[1] '(1 2) #{1} {:a [1 2]} (sorted-map 1 2) (sorted-set 1 2) (sorted-set-by > 1 2) (seq [1 2])
                 (with-meta [1] {:line 7}) '() (rest [1 2 3])]]
    (is (Constants/isConstant value) (str (class value)))))

(defn- twice [x] (+ x x))
(defsf ^:private weigh-a [m x] (Thread/yield) (+ (:a m) (twice x)))
(defsf ^:private weigh-b [m x] (Thread/yield) (- (:a m) (twice x)))

(deftest what-clojure-itself-keeps-in-functions_brings-none-together
  (let [explained (with-out-str
                    (flow/explain {:sections :per-function}
                      (let [x (up-to 9)] (if (even? x) (weigh-a {:a x} x) (weigh-b {:a x} x)))))]
    (is (not (together? explained "weigh-a#1" "weigh-b#1")))))

(def ^:private counting (Counting.))
(def ^:private kept (atom (Counting.)))
(defn- count-it [x] (.applyAsLong ^Counting counting x))
(defsf ^:private made-here [_] (Counting.))
(defsf ^:private also-made-here [_] (Counting$Also.))
(defsf ^:private by-one [o x] (.applyAsLong ^Counting o x))
(defsf ^:private by-other [o x] (.applyAsLong ^Counting o (inc x)))
(defsf ^:private by-var [x] (.applyAsLong ^Counting counting x))
(defsf ^:private by-atom [x] (.applyAsLong ^Counting @kept x))
(defsf ^:private by-helper [x] (count-it x))
(defsf ^:private by-static [_] (Counting/count))
(defsf ^:private by-constructor [_] (Counting$Made.))

(def ^:private packets 3000)

(defmacro ^:private counted
  "Runs an expression of the packets x; returns the number of calls that a static field shows."
  [expression]
  `(do (set! Counting$Total/count 0)
       (flow {:result :none :sections :per-function} (let [~'x (~'up-to ~packets)] ~expression))
       Counting$Total/count))

(deftest static-fields-that-code-of-java-objects-changes_get-all-updates
  (let [one (Counting.) other (Counting$Also.) pair {:one one :other other}]
    (is (= packets (counted (if (even? x) (by-one one x) (by-other one x)))))
    (is (= packets (counted (if (even? x) (by-one one x) (by-other other x)))))
    (is (= packets (counted (if (even? x) (by-one (:one pair) x) (by-other (:other pair) x)))))
    (is (= packets (counted (if (even? x) (by-one (made-here x) x) (by-other (also-made-here x) x)))))
    (is (= packets (counted (if (even? x) (by-one one x) (by-var x)))))
    (is (= packets (counted (if (even? x) (by-var x) (by-atom x)))))
    (is (= packets (counted (if (even? x) (by-helper x) (by-static x)))))
    (is (= packets (counted (if (even? x) (by-static x) (by-constructor x)))))))

(defrecord ^:private Point [left right])
(defsf ^:private sum-of [p x] (+ x (.sum ^Counting$Pair p)))
(defsf ^:private twice-sum-of [p x] (+ x x (.sum ^Counting$Pair p)))
(defsf ^:private left-of [p x] (Thread/yield) (+ x (:left p)))
(defsf ^:private right-of [p x] (Thread/yield) (+ x (:right p)))

(deftest records-without-effects_bring-none-together
  (let [pair (Counting$Pair. 1 2) point (->Point 1 2)
        explained (with-out-str
                    (flow/explain {:sections :per-function}
                      (let [x (up-to 9)] (if (even? x) (sum-of pair x) (twice-sum-of pair x)))))
        of-point (with-out-str
                   (flow/explain {:sections :per-function}
                     (let [x (up-to 9)] (if (even? x) (left-of point x) (right-of point x)))))]
    (is (not (together? explained " sum-of#1" "twice-sum-of#1")))
    (is (not (together? of-point "left-of#1" "right-of#1")))))

(defsf ^:private add-to-list [m x]
  (.putIfAbsent ^ConcurrentHashMap m :l (ArrayList.))
  (.add ^ArrayList (.get ^ConcurrentHashMap m :l) x))
(defsf ^:private add-also-to-list [m x]
  (.add ^ArrayList (.computeIfAbsent ^ConcurrentHashMap m :l (fn [_] (ArrayList.))) x))

(deftest updates-of-what-code-puts-into-containers_are-all-there
  (let [m (ConcurrentHashMap.)]
    (is (= [true 10000] (joined "add-to-list#1" "add-also-to-list#1" (count (.get m :l))
                                (if (even? x) (add-to-list m x) (add-also-to-list m x))))))
  (let [r (AtomicReference.)]
    (flow {:result :none :sections :per-function}
      (let [x (up-to 100000)]
        (do (.compareAndSet r nil (ArrayList.))
            (if (even? x) (.add ^ArrayList (.get r) (a x)) (.add ^ArrayList (.get r) (b x))))))
    (is (= 100000 (count (.get r))))))

(deftest code-that-only-reads-containers_may-be-apart
  (let [m (ConcurrentHashMap.)
        explained (with-out-str
                    (flow/explain {:sections :per-function}
                      (let [x (up-to 9)]
                        (if (even? x) (a (.get ^ConcurrentHashMap m x)) (b (.size ^ConcurrentHashMap m))))))]
    (is (not (together? explained "a#1" "b#1")))))

(defsf ^:private adds-in-no-package [x] (NoPackage/add x))
(defsf ^:private also-adds-in-no-package [x] (NoPackage/add x))

(deftest a-class-in-no-package_needs-no-import
  (set! NoPackage/sum 0)
  (is (= 7 (flow (NoPackage/add 7))))
  (let [explained (with-out-str
                    (flow/explain {:sections :per-function}
                      (let [x (up-to 9)] (if (even? x) (adds-in-no-package x) (also-adds-in-no-package x)))))]
    (is (together? explained " adds-in-no-package#1" "also-adds-in-no-package#1"))))

;; Values of a packet that reading changes, as far as is known

(defn- recently-used [x] (doto (java.util.LinkedHashMap. 16 0.75 true) (.put 1 x) (.put 2 x)))
(defn- counting-list [_]
  (let [n (long-array 1)]
    (proxy [java.util.AbstractCollection] []
      (size [] (int (aset n 0 (inc (aget n 0)))))
      (iterator [] (.iterator [])))))
(defn- counting-text [_]
  (let [n (long-array 1)]
    (reify Object (toString [_] (str (aset n 0 (inc (aget n 0))))))))
(defn- text-of [x] (str x))

(defmacro ^:private joined-by-reading
  "Whether two calls on an expression of the packet x share a section."
  [value one other]
  `(together? (with-out-str
                (flow/explain {:sections :per-function}
                  (let [~'x (~'up-to 9) ~'value ~value] [(~one ~'value ~'x) (~other ~'value ~'x)])))
              ~(str one "#1") ~(if (= one other) (str other "#2") (str other "#1"))))

(deftest values-that-reading-may-change_are-read-in-one-section
  (is (joined-by-reading (recently-used x) looked-up looked-up))
  (is (joined-by-reading (java.util.LinkedHashMap. 16 0.75 true) looked-up looked-up))
  (is (joined-by-reading (java.util.GregorianCalendar.) shown shown))
  (is (joined-by-reading (:map {:map (recently-used x)}) looked-up looked-up))
  (is (joined-by-reading (counting-list x) size-of-any shown))
  (is (joined-by-reading (counting-text x) shown shown)))

(deftest values-that-reading-does-not-change_may-be-read-at-a-time
  (is (not (joined-by-reading {:map x} looked-up looked-up)))
  (is (not (joined-by-reading (assoc {1 2} x (inc x)) looked-up shown)))
  (is (not (joined-by-reading (java.util.ArrayList. 10) size-of-any shown)))
  (is (not (joined-by-reading (mapv inc (range x)) size-of-any shown)))
  (is (not (joined-by-reading (text-of x) length length))))

;; Variables of threads

(defn- refusal-of [thunk]
  (try (thunk) nil (catch FlowException e (ex-message e))))

(defn- variable [x] (doto (ThreadLocal.) (.set x)))

(deftest variables-of-threads-in-packets_are-refused
  (doseq [message [(refusal-of #(flow {:result :none} (let [x (up-to 9) v (ThreadLocal.)] (.set v (a x)))))
                   (refusal-of #(flow {:result :none} (let [x (up-to 9) v (variable x)] (a x) (str v))))
                   (refusal-of #(flow {:result :none} (let [x (up-to 9) v (proxy [ThreadLocal] [])] (.set v (a x)))))
                   (refusal-of #(flow {:result :none} (let [x (up-to 9)] (value-of (a x) x))))]]
    (is (string/includes? (str message) "a ThreadLocal that it makes"))
    (is (string/includes? (str message) "sharing_test.clj:"))))

;; Functions that change Vars, received as values

(defsf ^:private alter-by [alter var change x] (alter var change) x)
(defsf ^:private shown-with-length [x] (pr-str [1 2 3 x]))

(defmacro ^:private joined-by-value
  "Whether code that gets a function shares a section with code that looks at Vars."
  [f]
  `(let [f# ~f var# #'*print-length* change# (constantly nil)]
     (together? (with-out-str
                  (flow/explain {:sections :per-function}
                    (let [~'x (~'up-to 9)] [(alter-by f# var# change# ~'x) (shown-with-length ~'x)])))
                "alter-by#1" "shown-with-length#1")))

(deftest functions-that-change-vars_count-as-values-too
  (is (joined-by-value alter-var-root))
  (is (joined-by-value (partial alter-var-root)))
  (is (joined-by-value #'alter-var-root))
  (is (joined-by-value {:alter alter-var-root}))
  (is (joined-by-value intern))
  (is (joined-by-value (comp identity eval list)))
  (is (not (joined-by-value max)))
  (is (not (joined-by-value (comp inc max)))))

;; Where the program prints

(defsf ^:private prints [x] (println x) x)
(defsf ^:private prints-too [x] (println "too" x) x)
(defn- say [x] (println x) x)
(defsf ^:private says [x] (say x))

(deftest what-is-printed-to-a-writer-of-the-program_has-the-order-of-the-program
  (let [numbers (range 1 501)]
    (doseq [[expected run]
            [[numbers #(flow {:result :none :sections :per-function}
                         (let [x (up-to 500)] (if (even? x) (prints x) (prints-too x))))]
             [numbers #(flow {:result :none :sections :per-function}
                         (let [x (up-to 500)] (if (even? x) (says x) (prints-too x))))]
             [(map #(if (even? %) (inc %) (dec %)) numbers)
              #(flow {:result :none :sections :per-function}
                 (let [x (up-to 500)] (if (even? x) (println (a x)) (println (b x)))))]]]
      (is (= expected (map parse-long (re-seq #"\d+" (with-out-str (run)))))))))

;; Definitions that macros make

(defmacro ^:private defining [value] `(def ~'defined-by-macro ~value))
(def defined-by-macro 0)
(defn- define-by-macro [x] (defining x) x)
(defn- defined [x] (+ x (long defined-by-macro)))
(defmacro ^:private defining-function [name value] `(defn- ~name [~'_] ~value))
(defining-function made-by-macro 1)
(let [n 1] (defn- made-in-let [x] (+ x n)))
(defsf ^:private by-definer [x] (define-by-macro x))
(defsf ^:private by-defined [x] (defined x))
(defsf ^:private by-made [x] (made-by-macro x))
(defsf ^:private by-made-in-let [x] (made-in-let x))

(defmacro ^:private joined-calls [one other]
  `(together? (with-out-str
                (flow/explain {:sections :per-function} (let [~'x (~'up-to 9)] (if (even? ~'x) (~one ~'x) (~other ~'x)))))
              ~(str one "#1") ~(str other "#1")))

(deftest definitions-by-macros-in-functions_count
  (is (joined-calls by-definer by-defined))
  (is (not (joined-calls by-made by-defined)))
  (is (not (joined-calls by-made-in-let by-defined))))

(ns hocket.flow.compiled-test
  "Code that Clojure has compiled at run time and that changes static fields of Java: no update is lost."
  (:require [clojure.string :as string]
            [clojure.test :refer [deftest is]]
            [hocket.flow :as flow :refer [defsf flow]])
  (:import (clojure.lang Reflector)
           (elsewhere Counting Counting$Default Counting$Total)
           (java.util ArrayList)
           (java.util.function LongUnaryOperator Supplier)
           (java.util.stream Collector Collectors)))

(flow :import [dev.hocket.flow.clojure.functions])

(def ^:private packets 3000)

(defmacro ^:private counted
  "Runs an expression of the packets x; returns the number of calls that a static field shows."
  [expression]
  `(do (set! Counting$Total/count 0)
       (flow {:result :none :sections :per-function} (let [~'x (~'up-to ~packets)] ~expression))
       Counting$Total/count))

(defn- count-one [x] (Counting/count) x)
(defn- set-one [x] (let [n Counting$Total/count] (Thread/yield) (set! Counting$Total/count (inc n))) x)
(defn- through-another [x] (inc (count-one x)))
(defmacro ^:private counting [x] `(do (Counting/count) ~x))
(defn- by-macro [x] (counting x))

(defsf ^:private in-defsf [x] (count-one x))
(defsf ^:private set-in-defsf [x] (set-one x))

(deftest helpers-that-change-static-fields_lose-no-update
  (is (= packets (counted (if (even? x) (count-one (add-one x)) (count-one (slowly x))))))
  (is (= packets (counted (if (even? x) (count-one (add-one x)) (set-one (slowly x))))))
  (is (= packets (counted (if (even? x) (set-one (add-one x)) (through-another (slowly x))))))
  (is (= packets (counted (if (even? x) (by-macro (add-one x)) (count-one (slowly x))))))
  (is (= packets (counted (if (even? x) (in-defsf x) (set-in-defsf (inc x)))))))

(defprotocol ^:private Counts (bump [this]))
(defprotocol ^:private CountsLate (bump-late [this]))
(deftype ^:private Counter [] Counts (bump [_] (Counting/count)))
(defrecord ^:private CounterRecord [] Counts (bump [_] (set-one 1)))
(extend-type Long CountsLate (bump-late [_] (Counting/count)))
(extend-protocol CountsLate String (bump-late [_] (Counting/count)))
(defmulti ^:private bump-by even?)
(defmethod bump-by true [_] (Counting/count))
(defmethod bump-by false [_] (Counting/count))

(def ^:private ^LongUnaryOperator reified
  (reify LongUnaryOperator (applyAsLong [_ x] (Counting/count) x)))
(def ^:private ^LongUnaryOperator by-proxy
  (proxy [LongUnaryOperator] [] (applyAsLong [x] (Counting/count) x)))

(deftest objects-that-change-static-fields_lose-no-update
  (is (= packets (counted (if (even? x) (.applyAsLong reified (add-one x)) (.applyAsLong by-proxy (slowly x))))))
  (let [one (proxy [Counting] []) other (reify Counting$Default)]
    (is (= packets (counted (if (even? x)
                              (.applyAsLong ^Counting one (add-one x))
                              (.applyDefault ^Counting$Default other (slowly x)))))))
  (let [one (->Counter) other (->CounterRecord)]
    (is (= packets (counted (if (even? x) (do (add-one x) (bump one)) (do (slowly x) (bump other)))))))
  (is (= packets (counted (if (even? x) (bump-late (add-one x)) (bump-late (str (slowly x)))))))
  (is (= packets (counted (if (even? x) (bump-by (inc (add-one x))) (bump-by (slowly x)))))))

(deftest functions-as-values-that-change-static-fields_lose-no-update
  (let [f (fn [x] (Counting/count) x)
        g (comp inc count-one)
        h (partial (fn [_ x] (Counting/count) x) 1)]
    (is (= packets (counted (if (even? x) (f (add-one x)) (g (slowly x))))))
    (is (= packets (counted (if (even? x) (h (add-one x)) (f (slowly x)))))))
  (is (= packets (counted (let [f (fn [y] (let [n Counting$Total/count] (Thread/yield) (set! Counting$Total/count (inc n))) y)]
                            (if (even? x) (f (add-one x)) (f (slowly x))))))))

(deftest code-whose-text-is-not-known_loses-no-update
  (doseq [current ['hocket.flow.compiled-test 'clojure.core]]
    (binding [*ns* (the-ns current)]
      (let [f (eval '(fn [x] (elsewhere.Counting/count) x))
            g (eval '(reify java.util.function.LongUnaryOperator
                       (applyAsLong [_ x] (elsewhere.Counting/count) x)))]
        (is (= packets (counted (if (even? x) (f (add-one x)) (.applyAsLong ^LongUnaryOperator g (slowly x)))))
            (str "in " current))))))

(defn- call-by-name [x] ((resolve 'hocket.flow.compiled-test/count-one) x))

(deftest code-that-is-found-by-name_loses-no-update
  (is (= packets (counted (if (even? x) (call-by-name (add-one x)) (count-one (slowly x)))))))

(defn- together? [explained x y]
  (boolean (some #(and (string/includes? % x) (string/includes? % y)) (re-seq #"(?m)^section .*$" explained))))

(defn- twice [x] (+ x x))
(defn- thrice [x] (+ x (twice x)))
(defn- sized [^ArrayList l] (.size l))

(deftest helpers-without-static-fields_may-be-apart
  (let [explained (with-out-str
                    (flow/explain {:sections :per-function}
                      (let [x (up-to 9)] (if (even? x) (add-one (twice x)) (slowly (thrice x))))))]
    (is (not (together? explained "add-one#1" "slowly#1")))
    (is (not (together? explained "twice" "thrice"))))
  (let [explained (with-out-str
                    (flow/explain {:sections :per-function}
                      (let [x (up-to 9)] (if (even? x) (add-one (twice x)) (slowly (sized (ArrayList. [x])))))))]
    (is (not (together? explained "twice" "sized")))))

(defsf ^:private finds [s x] (contains? s x))
(defsf ^:private gets [s x] (get s x))
(defsf ^:private adds [n x] (swap! n + x))
(defsf ^:private adds-twice [n x] (swap! n + x x))
(defsf ^:private collects [c x] (.collect (.stream (ArrayList. [x])) ^Collector c))
(defsf ^:private collects-two [c x] (.collect (.stream (ArrayList. [x x])) ^Collector c))
(defsf ^:private by-var [x] (#'count-one x))
(defsf ^:private by-name [x] ((resolve 'hocket.flow.compiled-test/count-one) x))
(defsf ^:private by-reflector [x] (Reflector/invokeStaticMethod "elsewhere.Counting" "count" (object-array [])))

(defmacro ^:private joined?
  "Whether two functions of a value and the packets share a section."
  [one other & value]
  `(together? (with-out-str
                (flow/explain {:sections :per-function}
                  (let [~'x (~'up-to 9)] (if (even? ~'x) (~one ~@value ~'x) (~other ~@value ~'x)))))
              ~(str " " one "#1") ~(str other "#1")))

(deftest code-that-clojure-runs-when-it-only-reads_counts
  (let [counting (sorted-set-by (fn [x y] (Counting/count) (compare x y)) 1 2)
        plain (sorted-set-by > 1 2)]
    (is (joined? finds gets counting))
    (is (not (joined? finds gets plain))))
  (let [watched (doto (atom 0) (add-watch :count (fn [& _] (Counting/count))))
        plain (atom 0)]
    (is (joined? adds adds-twice watched))
    (is (not (joined? adds adds-twice plain)))))

(deftest code-in-objects-of-the-jdk_counts
  (let [collector (Collectors/toCollection (reify Supplier (get [_] (Counting/count) (ArrayList.))))]
    (is (joined? collects collects-two collector))))

(deftest ways-to-find-code_count
  (is (joined? in-defsf by-var))
  (is (joined? in-defsf by-name))
  (is (joined? in-defsf by-reflector)))

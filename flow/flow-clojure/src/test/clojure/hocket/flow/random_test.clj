(ns hocket.flow.random-test
  "Random algorithms have the same values as flows, under random sections and arcs, as in plain Clojure. A
  failure prints the seed; -Dhocket.seed=... repeats it."
  (:require [clojure.string :as string]
            [clojure.test :refer [deftest is]]
            [hocket.flow.harness :refer [comparable flowing plainly]])
  (:import (dev.hocket.flow.graph FlowException)
           (java.util Random SplittableRandom)))

(def ^:private seed
  (or (Long/getLong "hocket.seed") (.nextLong (Random.))))

(def ^:private algorithms-a-test (Integer/getInteger "hocket.algorithms" (if (Boolean/getBoolean "hocket.long") 100 10)))

;; Texts. A world is {:random, :locals, :depth, :stateful}.

(defn- roll [{:keys [^Random random]} n]
  (.nextInt random (int n)))

(defn- pick [world choices]
  (nth choices (roll world (count choices))))

(defn- deeper [world & locals]
  (-> world
      (update :depth dec)
      (update :locals into locals)))

(defn- fresh [{:keys [locals]}]
  (symbol (str "v" (count locals))))

(declare number)

(defn- small [world]
  (list 'rem (number (deeper world)) 1009))

(defn- pattern
  "Makes a pattern, a value that fits it, and the names in it."
  [world]
  (let [a (fresh world)
        b (symbol (str a "b"))
        value #(number (deeper world))]
    (case (roll world 3)
      0 [a (value) [a]]
      1 [[a b] (list 'pair (value) (value)) [a b]]
      2 [{:keys [a b]} {(keyword a) (value) (keyword b) (value)} [a b]])))

(defn- let-form [world]
  (let [[left value names] (pattern world)
        inside (apply deeper world names)
        [left2 value2 names2] (pattern inside)]
    (list 'let [left value left2 value2] (number (apply deeper inside names2)))))

(defn- loop-form [world]
  (let [i (fresh world)
        sum (symbol (str i "s"))
        inside (deeper world i sum)
        step #(list (pick world ['add-one 'inc]) i)]
    (list 'loop [i 0 sum (small world)]
          (case (roll world 2)
            0 (list 'if (list '< i (roll world 4))
                    (list 'recur (step) (small inside))
                    (number inside))
            1 (list 'cond
                    (list '> i 2) sum
                    (list 'even (small inside)) (list 'recur (step) (small inside))
                    :else (list 'let ['next (small inside)] (list 'recur (step) 'next)))))))

(defn- stateful [world function argument]
  (if (:stateful world) (list function argument) argument))

(defn- branching [world]
  (let [a #(number (deeper world))]
    (case (roll world 3)
      0 (list 'if (list 'even (a)) (a) (a))
      1 (list 'case (list 'mod (a) 3) 0 (a) 1 (a) (a))
      2 (list 'cond (list '< (a) 5) (a) (list 'even (a)) (a) :else (a)))))

(defn- higher-order [world]
  (let [x (fresh world)
        inside (deeper world x)]
    (case (roll world (if (:stateful world) 4 3))
      3 (list 'let [x (number (deeper world))]
              (list '|| (inc (roll world 3)) :by (pick world ['even '(fn [y] (when (pos? y) (rem y 3)))]) x
                    (list 'running-sum (number inside))))
      0 (list 'reduce '+ (list 'smap (list 'algo [x] (number inside)) (list 'range (list 'mod (number (deeper world)) 4))))
      1 (list 'let [x (number (deeper world))]
              (list '|| 2 x (list 'memo (number (assoc inside :stateful false)))))
      2 (list 'helper (pick world ['add-one '(algo [y] (weigh y 2))]) (number (deeper world))))))

(defn- number
  "Writes a random text whose value is a number."
  [{:keys [depth locals] :as world}]
  (if (or (neg? depth) (zero? (roll world 6)))
    (pick world (into [1 2 3] locals))
    (let [a #(number (deeper world))]
      (case (roll world 13)
        0 (list (pick world ['add-one 'add-later]) (a))
        1 (list 'weigh (small world) (small world))
        (2 3) (stateful world 'running-sum (a))
        4 (stateful world 'call-count (a))
        5 (list '+ (a) (a))
        (6 7) (let-form world)
        8 (branching world)
        9 (loop-form world)
        10 (list '-> (a) 'add-one (list 'weigh (small world)))
        11 (higher-order world)
        12 (list 'do (a) (a))))))

(def ^:private definitions '[(defalgo helper [f x] (f (rem x 1009)))])

(defn- text [random is-stateful]
  (let [world {:random random :locals '[n m] :depth 5 :stateful is-stateful}]
    (list 'let ['n (list 'up-to (+ 3 (roll world 12))) 'm (list 'up-to (+ 3 (roll world 12)))]
          [(number world) (number world)])))

;; Settings

(def ^:private functions '[add-one add-later weigh running-sum call-count pair even memo up-to])

(defn- functions-in [body]
  (let [mentioned (set (tree-seq coll? seq [body definitions]))]
    (map str (filter mentioned functions))))

(defn- sections [world body]
  (case (roll world 4)
    0 :single
    1 :per-function
    2 :automatic
    3 (->> (functions-in body)
           (group-by (fn [_] (roll world 3)))
           vals
           (mapv vec)
           (#(conj % :rest)))))

(defn- settings [random body]
  (let [world {:random random}]
    {:sections (sections world body)
     :arcs {:capacity (pick world [1 2 16 256])
            :batch (pick world [1 3 64])
            :waiting (pick world [:blocking :yielding])}}))

(defn- with-seeds
  "Calls a check with the seed and the random numbers of each of the texts."
  [check]
  (doseq [n (range algorithms-a-test)]
    (let [own (+ (long seed) n)]
      (check (str "-Dhocket.seed=" own " (the first of " algorithms-a-test ")")
             ;; With successive seeds, Random gives numbers that begin alike.
             (Random. (.nextLong (SplittableRandom. own)))))))

(defn- run-as
  "Runs a flow under settings. If functions must share a section, because they share an array for example, the
  mapping decides."
  [run settings]
  (try
    (run settings)
    (catch FlowException e
      (if (and (vector? (:sections settings)) (string/includes? (ex-message e) "they must be in one section"))
        (run (assoc settings :sections :per-function))
        (throw e)))))

(defn- compare-flows
  "Compares the values of functions in flows with those in plain Clojure."
  [stateful options values]
  (with-seeds
    (fn [repeated random]
      (let [body (text random stateful)
            expected (values (comparable (plainly definitions body)))
            run (flowing definitions body)]
        (doseq [own (repeatedly 3 #(merge (settings random body) options))]
          (is (= expected (values (comparable (run-as run own)))) (str repeated " " body " under " own)))))))

(deftest random-algorithms_equal-clojure-under-kept-order
  (compare-flows true {} identity))

(deftest random-algorithms_equal-clojure-as-multisets-under-free-order
  (compare-flows false {:order :free} frequencies))

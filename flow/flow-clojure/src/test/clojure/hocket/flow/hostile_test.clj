(ns hocket.flow.hostile-test
  "Small algorithms that share mutable values as programs in Clojure do. Whichever sections they have, their
  values are those of plain Clojure."
  (:require [clojure.repl]
            [clojure.test :refer [deftest is]]
            [hocket.flow.names :as names]
            [hocket.flow.harness :refer [around-flowing around-plainly comparable]])
  (:import (dev.hocket.flow Flow Pressure)))

(def ^:private arrays
  '[[[s (long-array 1)]
     (do (aset s 0 x) (first s))]
    [[s (long-array 3)]
     (do (aset s 0 (long (+ (aget s 0) (rem (slowly x) 7)))) (add-one (aget s 0)))]
    [[s (long-array 3)]
     (if (even x)
       (do (aset s 0 (slowly x)) (add-one (aget s 1)))
       (do (aset s 1 (slowly x)) (add-one (aget s 0))))]
    [[s (object-array 2) v (vec s)]
     (do (aset s 0 (slowly x)) (add-one (or (nth v 0) 0)))]
    [[s (object-array 9) v (subvec (vec s) 0 4)]
     (do (aset s 1 (slowly x)) (add-one (or (nth v 1) 0)))]
    [[s (long-array 4) q (seq s)]
     (do (aset s 0 (slowly x)) (add-one (first q)))]
    [[s (long-array 4) q (map inc s)]
     (do (aset s 0 (slowly x)) (add-one (first q)))]
    [[s (object-array 2)]
     (let [v (vec s)] (aset s 0 (slowly x)) (add-one (or (first v) 0)))]
    [[s (long-array 2)]
     (let [q (seq s)] (aset s 0 (slowly x)) (add-one (first q)))]
    [[s (long-array 2)]
     (let [c (aclone s)] (aset s 0 (slowly x)) (add-one (aget c 0)))]
    [[s (long-array 2)]
     (let [[a b] s] (aset s 1 (slowly x)) (weigh (rem a 9) (rem b 9)))]
    [[]
     (let [a (into-array Long [x x])] (aset a 0 (slowly x)) (weigh 1 (rem (first a) 9)))]
    [[]
     (let [a (object-array [x x]) v (vec a)] (aset a 0 (slowly x)) (add-one (first v)))]
    [[]
     (let [a (object-array [x 1 2]) v (subvec (vec a) 0 2)] (aset a 0 (slowly x)) (add-one (first v)))]
    [[]
     (let [a (long-array [3 x 1])] (sort a) (add-one (aget a 0)))]
    [[]
     (let [a (long-array [3 (slowly x) 1])] (java.util.Arrays/sort a) (add-one (aget a 2)))]
    [[]
     (let [a (long-array [x x]) q (map inc a)] (aset a 0 (slowly x)) (add-one (first q)))]
    [[]
     (let [a (object-array [x]) b (to-array a)] (aset a 0 (slowly x)) (add-one (aget b 0)))]
    [[s (long-array 9)]
     (loop [i 0 sum 0]
       (if (< i 3)
         (do (aset s i (+ sum (long (rem (slowly (+ i x)) 5)))) (recur (inc i) (+ sum (aget s i))))
         (add-one sum)))]
    [[s (long-array 1)]
     (weigh (count (smap (algo [y] (aset s 0 (+ (aget s 0) (long (rem (slowly y) 5))))) (range (rem x 20)))) (aget s 0))]
    [[s (long-array 4)]
     (|| 2 x (do (aset s 0 (long (+ 1 (aget s 0)))) (weigh (rem (slowly x) 9) (aget s 0))))]
    [[s (long-array 2)]
     (do (try (aset s 0 x) (finally (aset s 1 x))) (weigh (rem (slowly x) 9) (aget s 1)))]
    [[s (long-array 3)]
     (do (aset s 0 (slowly x)) (weigh 1 (rem (areduce s i sum 0 (+ sum (rem (aget s i) 9))) 99)))]
    [[s (long-array 3)]
     (do (aset s 0 (slowly x)) (add-one (reduce + (map #(rem % 9) s))))]])

(def ^:private collections
  '[[[l (java.util.ArrayList.)]
     (do (.add l (slowly x)) (add-one (count l)))]
    [[l (java.util.ArrayList.)]
     (if (even x) (write-to l (slowly x)) (also-write-to l (add-one x)))]
    [[l (java.util.ArrayList. [1 2 3])]
     (let [q (seq l)] (.set l 0 (slowly x)) (add-one (first q)))]
    [[l (java.util.ArrayList. [1 2 3]) u (java.util.Collections/unmodifiableList l)]
     (do (.set l 0 (slowly x)) (add-one (first u)))]
    [[l (java.util.ArrayList. [1 2 3]) part (.subList l 0 2)]
     (do (.set l 0 (slowly x)) (add-one (.get part 0)))]
    [[l (java.util.ArrayList. [1 2 3])]
     (let [a (.toArray l)] (.set l 0 (slowly x)) (add-one (aget a 0)))]
    [[m (java.util.HashMap.)]
     (do (.put m (rem x 5) (+ (long (rem (slowly x) 7)) (long (or (.get m (rem x 5)) 0)))) (add-one (get m (rem x 5))))]
    [[m (java.util.HashMap.) l (java.util.ArrayList.)]
     (do (.put m 1 l) (.add ^java.util.ArrayList (.get m 1) (slowly x)) (add-one (count l)))]
    [[m (java.util.HashMap.)]
     (let [row (new-row x)] (.put m 1 row) (write-to (.get m 1) (slowly x)) (add-one (count row)))]
    [[m (java.util.HashMap.)]
     (let [row (new-row x)] (keep-row m row) (write-to (row-of m x) (slowly x)) (weigh (size-of row) (count m)))]
    [[m (java.util.HashMap. {:k (java.util.ArrayList.)})]
     (let [row (:k m)] (.add ^java.util.ArrayList row (slowly x)) (add-one (count (get m :k))))]
    [[m {:k (java.util.ArrayList.)}]
     (do (write-to (:k m) (slowly x)) (add-one (count (:k m))))]
    [[it (.iterator (java.util.ArrayList. (range 1000)))]
     (weigh (slowly (.next it)) (.next it))]
    [[it (.iterator (java.util.ArrayList. (range 1000))) q (iterator-seq it)]
     (weigh (.next it) (count (take 3 q)))]
    [[d (java.util.ArrayDeque. (range 100))]
     (do (.addLast d (slowly x)) (add-one (.pollFirst d)))]
    [[b (java.util.BitSet.)]
     (do (.set b (int (rem (abs (slowly x)) 500))) (add-one (.cardinality b)))]
    [[b (StringBuilder.)]
     (if (even x)
       (do (.append b (slowly x)) (add-one (.length b)))
       (do (.append b (add-one x)) (add-one (count b))))]
    [[b (StringBuilder. "abc") q (seq b)]
     (do (.setCharAt b 0 (char (+ 65 (rem (abs (slowly x)) 20)))) (weigh (int (first q)) (rem x 9)))]
    [[]
     (let [l (doto (java.util.ArrayList.) (.add x) (.add (slowly x)))] (write-to l x) (add-one (count l)))]
    [[]
     (let [m (java.util.HashMap.)] (.put m 1 (slowly x)) (.put m 2 x) (add-one (reduce + (vals m))))]
    [[p (proxy [java.util.ArrayList] [] (size [] 7))]
     (do (.add ^java.util.ArrayList p (slowly x)) (weigh (count p) (rem (.get ^java.util.ArrayList p 0) 9)))]
    [[b (dev.hocket.flow.clojure.functions.Globals$Box.)]
     (let [y (slowly x)] (set! (.-value b) (long y)) (add-one (.-value b)))]
    [[l (java.util.ArrayList.)]
     (do ((memfn ^java.util.ArrayList add y) l (slowly x)) (add-one (count l)))]
    [[l (java.util.ArrayList. [5 4 3])]
     (do (java.util.Collections/sort l) (.set l 2 (slowly x)) (add-one (first l)))]])

(def ^:private closures
  '[[[n (long-array 1) f (fn [y] (aset n 0 (long (+ (rem y 5) (aget n 0)))))]
     (do (f (slowly x)) (add-one (aget n 0)))]
    [[]
     (let [n (long-array 1) f (fn [y] (aset n 0 (long y)))] (f (slowly x)) (add-one (aget n 0)))]
    [[]
     (let [n (long-array 1) q (map (fn [i] (aset n 0 (+ (long i) (aget n 0)))) [1 2 3])]
       (weigh (slowly (count q)) (aget n 0)))]
    [[]
     (let [n (long-array 1) q (map (fn [i] (aset n 0 (+ (long i) (aget n 0)))) [1 2 3])]
       (weigh (rem (slowly (count q)) 9) (add-one (aget n 0))))]
    [[]
     (let [n (long-array 1)
           r (smap (algo [y] (add-one y)) (map (fn [i] (aset n 0 (+ (long i) (aget n 0)))) [1 2 3]))]
       (weigh (count r) (slowly (aget n 0))))]
    [[]
     (let [n (long-array 1) d (delay (aset n 0 7))] (weigh (rem (slowly @d) 9) (add-one (aget n 0))))]
    [[]
     (let [l (java.util.ArrayList.) q (map (fn [i] (.add l i) i) [1 2 3])]
       (weigh (size-of q) (add-one (count l))))]
    [[]
     (let [n (object-array 1) f (fn [y] (aset n 0 y)) g (comp f inc) q (iterate g 1)]
       (weigh (rem (slowly (first (drop 3 q))) 9) (add-one (or (aget n 0) 0))))]
    [[n (long-array 1) f (comp (fn [y] (aset n 0 (long (+ (rem y 5) (aget n 0))))) inc)]
     (do (f (slowly x)) (add-one (aget n 0)))]
    [[n (long-array 1) f (juxt (fn [y] (aset n 0 (long (rem y 5)))) dec)]
     (do (f (slowly x)) (add-one (aget n 0)))]
    [[]
     (let [n (long-array 1) d (delay (aset n 0 (long x)))] (weigh (rem (slowly @d) 9) (aget n 0)))]
    [[n (long-array 1) d (delay (aset n 0 7))]
     (weigh (rem (slowly @d) 9) (aget n 0))]
    [[n (long-array 1) r (reify java.util.function.LongUnaryOperator
                           (applyAsLong [_ y] (aset n 0 (long (+ (rem y 5) (aget n 0))))))]
     (weigh (.applyAsLong r (slowly x)) (aget n 0))]
    [[v (volatile! 0)]
     (do (vswap! v + (rem (slowly x) 5)) (add-one @v))]
    [[]
     (let [v (volatile! 0)] (vreset! v (slowly x)) (add-one @v))]
    [[v (with-local-vars [unnamed 1] unnamed)]
     (weigh (rem (slowly x) 9) (if (thread-bound? v) 1 2))]
    [[rf ((partition-all 3) conj)]
     (weigh (rem (slowly (count (rf [] x))) 9) (count (rf [] x)))]
    [[t (transient [])]
     (do (conj! t (slowly x)) (add-one (count t)))]
    [[]
     (let [t (conj! (transient []) x)] (conj! t (slowly x)) (add-one (count (persistent! t))))]
    [[a (atom (long-array 1))]
     (do (aset ^longs @a 0 (long (slowly x))) (add-one (first @a)))]
    [[a (atom 0)]
     (weigh x (rem (swap! a + (rem (slowly x) 5)) 9))]
    [[l (java.util.ArrayList.) f (memoize (fn [y] (.add ^java.util.ArrayList l y) (count l)))]
     (weigh (f (rem (slowly x) 5)) (count l))]
    [[l (java.util.ArrayList.)]
     (let [put (fn [y] (.add l y) y)] (weigh (rem (put (slowly x)) 9) (count (into [] (map identity) l))))]
    [[l (java.util.ArrayList.)]
     (do (letfn [(put [y] (.add l y)) (twice [y] (put y) (put y))] (twice x))
         (weigh (rem (slowly x) 9) (count l)))]
    [[l (java.util.ArrayList.)]
     (do (run! #(.add l %) [(slowly x) x]) (add-one (count l)))]
    [[l (java.util.ArrayList.)]
     (do (dorun (map (fn [y] (.add ^java.util.ArrayList l y)) [(slowly x)])) (add-one (count l)))]
    [[l (java.util.ArrayList.) put (partial (memfn ^java.util.ArrayList add y) l)]
     (do (put (slowly x)) (add-one (count l)))]
    [[r (java.util.Random. 1)]
     (weigh (slowly x) (.nextInt r 100))]
    [[l (java.util.ArrayList.) a (atom 0) _ (add-watch a :k (fn [_ _ _ n] (.add l n)))]
     (do (reset! a (slowly x)) (add-one (count l)))]
    [[n (long-array 1) a (atom 0) _ (set-validator! a (fn [_] (aset n 0 (inc (aget n 0))) true))]
     (do (reset! a (slowly x)) (add-one (aget n 0)))]
    [[l (java.util.ArrayList.) a (atom 0)]
     (do (add-watch a :k (fn [_ _ _ n] (.add l n)))
         (reset! a (slowly x))
         (add-one (count l)))]
    [[l (java.util.ArrayList.) v (with-meta [1] {:l l})]
     (do (.add (:l (meta v)) (slowly x)) (add-one (count l)))]
    [[a (atom 0 :meta {:l (java.util.ArrayList.)})]
     (do (.add (:l (meta a)) (slowly x)) (add-one (count (:l (meta a)))))]
    [[n (long-array 1) m (sorted-map-by (fn [a b] (aset n 0 (inc (aget n 0))) (compare a b)) 1 1 2 2)]
     (weigh (get m (rem (slowly x) 3) 0) (aget n 0))]])

(def counted (volatile! 0))

(deftype Counting [number]
  Object
  (toString [_]
    (vswap! counted inc)
    (str number)))

(defn new-counting [number]
  (Counting. number))

(def ^:private types
  "Objects whose class has code of the program behind an interface of Clojure."
  '[[[l (java.util.ArrayList.) r (reify clojure.lang.IDeref (deref [_] (.add l 1) (count l)))]
     (weigh (rem (slowly @r) 9) (add-one @r))]
    [[l (java.util.ArrayList.) r (reify clojure.lang.ILookup
                                   (valAt [_ k] (.add l k) (count l))
                                   (valAt [_ k none] none))]
     (weigh (rem (slowly (:a r)) 9) (add-one (:b r)))]
    [[l (java.util.ArrayList.) r (reify clojure.lang.Counted (count [_] (.add l 1) (int (.size l))))]
     (weigh (rem (slowly (count r)) 9) (add-one (count r)))]
    [[l (java.util.ArrayList.) r (reify clojure.lang.Seqable (seq [_] (.add l 1) (list (.size l))))]
     (weigh (rem (slowly (first r)) 9) (add-one (first r)))]
    [[l (java.util.ArrayList.) r (reify clojure.lang.Indexed
                                   (count [_] 9)
                                   (nth [_ i] (.add l i) (count l))
                                   (nth [_ i none] none))]
     (weigh (rem (slowly (nth r 1)) 9) (add-one (nth r 2)))]
    [[l (java.util.ArrayList.) r (reify clojure.lang.IReduceInit (reduce [_ f from] (.add l 1) (f from (count l))))]
     (weigh (rem (slowly (reduce + 0 r)) 9) (add-one (reduce + 0 r)))]
    [[l (java.util.ArrayList.) r (iteration (fn [k] (.add l k) (when (< (long k) 3) (inc (long k)))) :initk 0)]
     (weigh (rem (slowly (count (seq r))) 9) (add-one (first r)))]
    [[c (proxy [java.util.concurrent.ConcurrentHashMap] []) _ (.put ^java.util.Map c 1 (java.util.ArrayList.))]
     (do (.add ^java.util.ArrayList (.get ^java.util.Map c 1) (slowly x))
         (add-one (count (.get ^java.util.Map c 1))))]
    [[_ (vreset! hocket.flow.hostile-test/counted 0)]
     (do (str (hocket.flow.hostile-test/->Counting x))
         (weigh (rem (slowly x) 9) (rem @hocket.flow.hostile-test/counted 99)))]
    [[_ (vreset! hocket.flow.hostile-test/counted 0)]
     (do (str (hocket.flow.hostile-test/new-counting (slowly x)))
         (weigh (rem (slowly x) 9) (rem @hocket.flow.hostile-test/counted 99)))]
    [[c (hocket.flow.hostile-test/->Counting 1) _ (vreset! hocket.flow.hostile-test/counted 0)]
     (do (.toString ^Object c) (weigh (rem (slowly x) 9) (rem @hocket.flow.hostile-test/counted 99)))]
    [[m (sorted-map-by (fn [a b] (vswap! hocket.flow.hostile-test/counted inc) (compare a b)) 1 1 2 2)
      _ (vreset! hocket.flow.hostile-test/counted 0)]
     (weigh (get m (rem (slowly x) 3) 0) (rem @hocket.flow.hostile-test/counted 99))]])

(def ^:private elements
  "Bodies of collections that use a value of their packet for several elements."
  '[[[]
     (let [l (java.util.ArrayList.)] (do (smap (algo [y] (write-to l (size-of l))) (range 20)) (str (vec l))))]
    [[]
     (let [l (java.util.ArrayList.)]
       (str (vec (smap (algo [y] (if (> (size-of l) 5) (slowly y) (write-to l (slowly y)))) (range 20)))))]
    [[]
     (let [m (java.util.HashMap.)]
       (str (vec (smap (algo [y] (if (contains? m (rem y 3)) (slowly y) (do (.put m (rem y 3) (slowly y)) (add-one y))))
                       (range 20)))))]
    [[]
     (let [rows (list (java.util.ArrayList.) (java.util.ArrayList.))]
       (do (smap (algo [row] (count (smap (algo [y] (write-to row (slowly (size-of row)))) (range 5)))) rows)
           (str (vec rows))))]
    [[]
     (let [row (java.util.ArrayList.) n (+ 2 (long (rem x 9)))]
       (str (smap (algo [r] (if (write-to r (slowly n)) (size-of r) 0)) (repeat n row))))]
    [[]
     (let [row (java.util.ArrayList.) elements (mapv (fn [i] {:row row :i i}) (range 9))]
       (str (smap (algo [e] (if (write-to (:row e) (slowly (:i e))) (size-of (:row e)) 0)) elements)))]
    [[]
     (let [rows (vec (take 9 (cycle [(java.util.ArrayList.) 1 (java.util.ArrayList.)])))]
       (str (smap (algo [r] (cond (number? r) (slowly r) (write-to r (slowly 1)) (size-of r) :else 0)) rows)))]])

(defn set-property
  "Sets a property of the JVM."
  [value]
  (System/setProperty "hocket.clojure" (str value)))

(def ^:dynamic *width* 0)

(defn set-width [value]
  (alter-var-root #'*width* (constantly value)))

(defn set-level [value]
  (.setLevel (java.util.logging.Logger/getLogger "hocket.clojure")
             (if (even? value) java.util.logging.Level/FINE java.util.logging.Level/OFF)))

(defn constant-of-all [_] 1)

(defn set-function [value]
  (alter-var-root #'constant-of-all (constantly (constantly value)))
  value)

(defn call-function-with [_ value]
  (constant-of-all value))

(defn set-metadata [value]
  (alter-meta! #'constant-of-all assoc :value value)
  value)

(defn metadata-with [_]
  (long (:value (meta #'constant-of-all) 0)))

(defn relate [value]
  (if (even? value) (derive ::small ::large) (underive ::small ::large))
  value)

(defmulti area-of :shape)
(defmethod area-of :default [_] 0)

(defn learn-area [value]
  (defmethod area-of :square [_] value)
  value)

(def all-properties (System/getProperties))

(defn put-property [value]
  (.put ^java.util.Map all-properties "hocket.clojure" (str value))
  value)

(def logged (java.util.ArrayList.))

(defn- logger-with-list []
  (.clear ^java.util.ArrayList logged)
  (doto (java.util.logging.Logger/getAnonymousLogger)
    (.setUseParentHandlers false)
    (.addHandler (proxy [java.util.logging.Handler] [] (publish [_] (.add logged 1)) (flush []) (close [])))))

(def ^:private settings
  "Settings of the whole JVM, which one part changes and another looks at."
  '[[[_ (System/setProperty "hocket.clojure" "0")]
     (do (System/setProperty "hocket.clojure" (pr-str (slowly x)))
         (add-one (parse-long (System/getProperty "hocket.clojure"))))]
    [[_ (System/setProperty "hocket.clojure" "0")]
     (do (hocket.flow.hostile-test/set-property (slowly x))
         (add-one (parse-long (System/getProperty "hocket.clojure"))))]
    [[f (fn [value] (System/setProperty "hocket.clojure" (pr-str value))) _ (f 0)]
     (do (f (slowly x)) (add-one (parse-long (System/getProperty "hocket.clojure"))))]
    [[^java.util.logging.Logger l (java.util.logging.Logger/getLogger "hocket.clojure") _ (.setLevel l nil)]
     (do (.setLevel l (if (even? (slowly x)) java.util.logging.Level/FINE java.util.logging.Level/OFF))
         (weigh (rem (slowly x) 9) (if (.isLoggable l java.util.logging.Level/FINE) 1 2)))]
    [[_ (alter-var-root #'*print-length* (constantly nil))]
     (do (alter-var-root #'*print-length* (constantly (rem (abs (slowly x)) 5)))
         (add-one (count (pr-str [1 2 3 4 5 6]))))]
    [[_ (hocket.flow.hostile-test/set-width 0)]
     (do (hocket.flow.hostile-test/set-width (slowly x)) (add-one hocket.flow.hostile-test/*width*))]
    [[^java.util.logging.Logger l (java.util.logging.Logger/getLogger "hocket.clojure") _ (.setLevel l nil)]
     (do (hocket.flow.hostile-test/set-level (slowly x))
         (weigh (rem (slowly x) 9) (if (.isLoggable l java.util.logging.Level/FINE) 1 2)))]
    [[_ (System/setProperty "hocket.clojure" "0")]
     (let [y (hocket.flow.hostile-test/put-property (slowly x))]
       (add-one (+ (parse-long (System/getProperty "hocket.clojure")) (* 0 y))))]
    [[p (System/getProperties) _ (System/setProperty "hocket.clojure" "0")]
     (do (.setProperty p "hocket.clojure" (pr-str (slowly x)))
         (add-one (parse-long (System/getProperty "hocket.clojure"))))]
    [[_ (hocket.flow.hostile-test/set-function 1)]
     (let [y (hocket.flow.hostile-test/set-function (slowly x))]
       (weigh (rem (slowly y) 9) (rem (hocket.flow.hostile-test/call-function-with y y) 99)))]
    [[_ (hocket.flow.hostile-test/set-metadata 1)]
     (let [y (hocket.flow.hostile-test/set-metadata (slowly x))]
       (weigh (rem (slowly y) 9) (rem (hocket.flow.hostile-test/metadata-with y) 99)))]
    [[_ (hocket.flow.hostile-test/relate 1)]
     (let [y (hocket.flow.hostile-test/relate (slowly x))]
       (weigh (rem (slowly y) 9) (if (isa? :hocket.flow.hostile-test/small :hocket.flow.hostile-test/large) 1 2)))]
    [[_ (hocket.flow.hostile-test/learn-area 1)]
     (let [y (hocket.flow.hostile-test/learn-area (slowly x))]
       (weigh (rem (slowly y) 9) (rem (hocket.flow.hostile-test/area-of {:shape :square :y y}) 99)))]
    [[logger (#'hocket.flow.hostile-test/logger-with-list)]
     (do (.info ^java.util.logging.Logger logger (str (slowly x)))
         (weigh (rem (slowly x) 9) (rem (count hocket.flow.hostile-test/logged) 99)))]
    [[n (long-array 1)
      q (java.util.concurrent.PriorityBlockingQueue. 11 (fn [a b] (aset n 0 (inc (aget n 0))) (compare a b)))]
     (do (.add q (slowly x)) (weigh (rem (slowly x) 9) (rem (aget n 0) 99)))]])

(defn- outcome [thunk]
  (try
    (comparable (thunk))
    (catch RuntimeException e (str e))))

(defn- check [program]
  (doseq [[bindings expression] program
          :let [body (list 'let ['x '(up-to 200)] expression)
                shown (filterv #{'s 'l 'n} bindings)
                expected (outcome #(around-plainly bindings body shown))
                flowing (around-flowing bindings body shown)]]
    (is (= expected (outcome (fn [] (flowing #(.interpret ^Flow %))))) (str expression " interpreted"))
    (doseq [^Pressure pressure (Pressure/values)]
      (is (= expected (outcome (fn [] (flowing #(.run pressure %))))) (str bindings " " expression " " pressure)))))

(deftest arrays_have-the-values-of-plain-clojure
  (check arrays))

(deftest mutable-collections_have-the-values-of-plain-clojure
  (check collections))

(deftest what-closures-change_has-the-values-of-plain-clojure
  (check closures))

(deftest what-types-of-the-program-do_has-the-values-of-plain-clojure
  (check types))

(deftest what-elements-share_has-the-values-of-plain-clojure
  (check elements))

(deftest what-changes-settings-of-the-jvm_has-the-values-of-plain-clojure
  (try
    (check settings)
    (finally (alter-var-root #'*print-length* (constantly nil)))))

(deftest what-changes-vars-in-clojure-core_is-known
  (let [changes #"alter-var-root|alterRoot|bindRoot|unbindRoot|addMethod|removeMethod|preferMethod|alter-meta!|resetMeta"
        found (for [[name core-var] (ns-publics 'clojure.core)
                    :let [text (clojure.repl/source-fn (symbol core-var))]
                    :when (and text (re-find changes text))]
                name)
        known (set (concat names/altering-functions names/altering-definitions names/by-name))]
    (is (< 10 (count found)))
    (is (empty? (remove known found)))
    (is (every? #(or (special-symbol? %) (ns-resolve 'clojure.core %))
                (concat names/altering-functions names/altering-definitions)))))

(deftest what-prints-in-clojure-core_is-known
  (let [prints (re-pattern (str "\\*(out|err)\\*"
                                "|[( ](pr|prn|print|println|printf|newline|flush|print-(method|dup|simple|ctor))[) \n]"))
        found (for [[name core-var] (ns-publics 'clojure.core)
                    :let [text (clojure.repl/source-fn (symbol core-var))]
                    :when (and text (re-find prints text))]
                name)
        ;; They print into a text, speak of printing, or count as finding code.
        others '#{with-out-str pr-str prn-str print-str println-str *print-length* *print-level* *print-namespace-maps*
                  PrintWriter-on add-classpath load}]
    (is (< 10 (count found)))
    (is (empty? (remove (into others names/printing) found)))
    (is (every? #(ns-resolve 'clojure.core %) names/printing))))

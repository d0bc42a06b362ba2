(ns hocket.flow.algorithms-test
  "Algorithms are copied to where they are called; functions of Clojure have state."
  (:require [clojure.test :refer [deftest is]]
            [hocket.flow :as flow :refer [|| algo defalgo defsf flow smap]]
            [hocket.flow.elsewhere :as elsewhere]
            [hocket.flow.harness :refer [differences]])
  (:import (jdk.jfr Recording)))

(flow :import [dev.hocket.flow.clojure.functions])

(deftest an-algorithm_is-copied-with-its-state
  (is (nil? (differences '[(defalgo total [x] (running-sum (add-one x)))]
                         '(let [n (up-to 4)] [(total n) (total (total n))]))))
  (is (= [[1 1] [2 2]] (flow (let [count-it (algo [x] (call-count x))]
                               (smap (algo [x] [(count-it x) (count-it x)]) [5 6]))))))

(deftest an-algorithm_takes-functions-and-algorithms
  (is (nil? (differences '[(defalgo twice [f x] (f (f x)))
                           (defalgo compose [f g x] (f (g x)))]
                         '(let [n (up-to 3)]
                            [(twice add-one n)
                             (twice (algo [y] (weigh y n)) n)
                             (compose running-sum (algo [y] (twice add-one y)) n)]))))
  (is (= 7 (flow (let [f (if true inc dec)] (smap f [1]) ((algo [g x] (g x)) f (add-one 5)))))))

(deftest arguments-of-algorithms_are-evaluated-once
  (is (= [1 1 1] (flow ((algo [x] [x x x]) (call-count 0))))))

(defalgo ^:private destructuring
  "Takes a pair and a map."
  [[a b] {:keys [c]} & more]
  [(weigh a b) (add-one c) more])

(deftest parameters-of-algorithms_may-be-patterns
  (is (= [-1 4 [5 6]] (flow (destructuring (pair 1 2) {:c 3} 5 6))))
  (is (= [-1 4 nil] (flow (destructuring [1 2] {:c 3}))))
  (is (= "Takes a pair and a map." (:doc (meta #'destructuring)))))

(deftest free-names-of-an-algorithm_mean-what-they-mean-where-it-stands
  (let [offset 1 hidden 2]
    (is (= [104 3] (flow [(elsewhere/far 3) (+ offset hidden)])))))

(defsf ^:private mean
  "The mean so far."
  :state [sum (atom 0), n (atom 0)]
  [x]
  (/ (swap! sum + x) (swap! n inc)))

(defsf ^:private half [x] (/ x 2))

(defsf ^:private ^:replicable seen :state [last-seen (volatile! nil)] [x]
  (vreset! last-seen x)
  x)

(deftest a-function-of-clojure_has-state-for-each-call-and-run
  (dotimes [_ 2]
    (is (= [[1 1] [3/2 5/4] [2 3/2]]
           (flow {:result :all :sections [["mean" "up.*"] ["half"]]}
             (let [n (up-to 3)] [(mean n) (half (+ 1 (mean n)))]))))))

(deftest a-function-of-clojure_may-be-declared-replicable
  (is (= (range 1 9) (flow {:result :all :sections :per-function}
                       (let [n (up-to 8)] (|| 3 n (-> seen)))))))

(defn- hundreds-of-branches []
  (binding [*ns* (the-ns 'hocket.flow.algorithms-test)]
    (eval `(flow {:result :all :sections :single}
             (let [~'n (~'up-to 2)]
               (case ~'n
                 ~@(mapcat (fn [k] [k (list 'add-one (+ k 301))]) (range 300 0 -1))
                 (~'add-one -2)))))))

(deftest hundreds-of-branches_are-one-graph
  (is (= [303 304] (hundreds-of-branches))))

(deftest hundreds-of-branches-whose-times-need-too-much-code_run-under-a-recording-without-times
  (with-open [recording (Recording.)]
    (.enable recording "dev.hocket.Function")
    (.start recording)
    (is (= [303 304] (hundreds-of-branches)))))

(deftest an-alias-and-a-class_name-functions-of-other-packages
  (let [ns (create-ns (gensym "aliased"))]
    (binding [*ns* ns]
      (refer 'clojure.core)
      (is (= [2 3 "<4>"]
             (eval '(do (require '[hocket.flow :refer [flow]])
                        (flow :import [[dev.hocket.flow.clojure.functions :as f]
                                       dev.hocket.flow.clojure.functions.Numbers])
                        (flow [(f/add-one 1) (AddOne/add-one 2) (str 4)]))))))))

(defsf ^:private note [log word]
  (swap! log conj word)
  word)

(deftest effects-in-one-section_come-in-the-order-of-the-text
  (let [log (atom [])]
    (is (= [[:a] :b [:a :b :c] :d]
           (flow {:sections :single}
             [(swap! log conj :a) (note log :b)
              (do (note log :c) @log)
              (let [d (note log :d)] d)])))
    (is (= [:a :b :c :d] @log))))

(deftest a-flow-in-a-flow_runs-for-each-packet
  (is (= [[1 3] [1 3 6]]
         (flow {:result :all}
           (let [n (up-to 2)
                 inner (flow {:result :all} (running-sum (up-to (+ n 1))))]
             inner))))
  (is (= [1 3/2] (flow {:result :all}
                   (let [n (up-to 2)]
                     (flow (mean (up-to n))))))))

(deftest a-pattern_takes-out-what-is-used
  (is (= ["(nth 1)" "as-map" "(get :k)"]
         (map #(.label ^dev.hocket.flow.graph.Node$Expression %)
              (filter #(instance? dev.hocket.flow.graph.Node$Expression %)
                      (-> (flow/graph (let [[_ b _] (pair 1 2) {:keys [k l]} (pair 3 4)] (pair b k)))
                          .body .nodes))))))

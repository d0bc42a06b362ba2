(ns hocket.flow.options-test
  "Options of a flow: expressions, evaluated when it runs."
  (:require [clojure.string :as string]
            [clojure.test :refer [deftest is]]
            [hocket.flow :as flow :refer [defsf flow]])
  (:import (dev.hocket.flow.graph Graph)
           (dev.hocket.flow.settings Sections)))

(flow :import [dev.hocket.flow.clojure.functions])

(def ^:private ^:dynamic *bound* "root")

(def ^:private named-options {:result :all})

(defsf ^:private bound-value [_] *bound*)

(deftest dynamic-bindings_are-conveyed
  (binding [*bound* "bound"]
    (is (= ["bound" "bound" "bound"]
           (flow {:sections :per-function} [(bound-value (add-one 1)) (let [_ (add-one 2)] *bound*) *bound*])))))

(deftest sections_may-be-any-expression
  (doseq [sections [:single :per-function :io :automatic (Sections/single)
                    [["add.*" "up.*"] ["weigh"]]
                    '(["add-one#1" "up-to"] ["add-one#2" "weigh"])
                    [["add-one"] :rest]
                    [["weigh" "up-to" "add-one#[12]"]]
                    [[#"add.*" "up-to"] [#"weigh"]]]]
    (is (= [[1 2 0] [2 3 1] [3 4 2]]
           (flow {:result :all :sections sections}
             (let [n (up-to 3)] [n (add-one n) (weigh (add-one n) (+ 2 n))])))
        (pr-str sections))))

(defmacro ^:private says [words form]
  `(let [said# (try ~form "nothing thrown" (catch Exception e# (str (ex-message e#))))]
     (doseq [word# ~words]
       (is (string/includes? said# word#) said#))))

(deftest sections-that-do-not-fit_are-refused
  (says ["weigh"] (flow {:sections [["add.*"]]} (weigh (add-one 1) 2)))
  (says ["nix.*" "add-one" "weigh"] (flow {:sections [["add.*" "weigh"] ["nix.*"]]} (weigh (add-one 1) 2)))
  (says [":sections" "42" ":per-function"] (flow {:sections 42} (add-one 1)))
  (says [":sections" "[\"add-one\"]" "list of lists"] (flow {:sections ["add-one"]} (add-one 1)))
  (says [":sections" "[[:add-one]]"] (flow {:sections [[:add-one]]} (add-one 1))))

(deftest options-of-a-wrong-kind_are-refused
  (says [":capacity of :arcs" "\"3\"" "a whole number"] (flow {:arcs {:capacity "3"}} (add-one 1)))
  (says [":in-flight" "[nil 1]" "a whole number"] (flow {:in-flight [nil, 1]} (add-one 1)))
  (says [":target" ":worker" "dev.hocket.core.Target"] (flow {:target :worker} (add-one 1)))
  (says [":failures" "{:skip 3}"] (flow {:failures {:skip 3}} (add-one 1))))

(deftest arcs_are-set-all-together-or-by-input
  (doseq [arcs [{:capacity 1} {:batch 1} {:waiting :spinning} {:waiting :yielding :capacity 3}
                {:capacity 2 "weigh.1" {:capacity 64 :waiting :blocking}}]]
    (is (= [-1 0 1] (flow {:result :all :sections :per-function :arcs arcs}
                      (let [n (up-to 3)] (weigh n (add-one n)))))
        (pr-str arcs)))
  (says [":waiting" ":sleeping" ":blocking"] (flow {:arcs {:waiting :sleeping}} (add-one 1)))
  (says [":arcs" ":size"] (flow {:arcs {:size 3}} (add-one 1)))
  (says [":arcs" "3"] (flow {:arcs 3} (add-one 1))))

(deftest options_may-have-a-name
  (let [options {:result :all :sections :single}]
    (is (= [2 3 4] (flow options (add-one (up-to 3)))))
    (is (string/includes? (with-out-str (flow/explain options (add-one (up-to 3)))) "section up-to#1")))
  (is (= [2 3 4] (flow named-options (add-one (up-to 3)))))
  (is (= 2 (flow nil (add-one 1))))
  (says ["options_test.clj:" "no option :section" ":sections"]
        (let [options {:section :single}] (flow options (add-one 1))))
  (says ["options_test.clj:" "options" "3" "a map"] (let [options 3] (flow options (add-one 1)))))

(defn- options-of [result] {:result result})

(deftest options_may-be-computed
  (let [more {:sections :single}]
    (is (= [2 3 4] (flow (merge more {:result :all}) (add-one (up-to 3)))))
    (is (= [2 3 4] (flow (-> more (assoc :result :all)) (add-one (up-to 3)))))
    (is (= [2 3 4] (flow (if (:as more) more {:result :all}) (add-one (up-to 3)))))
    (is (string/includes? (with-out-str (flow/explain (merge more {}) (add-one (up-to 3)))) "section up-to#1 add-one#1")))
  (says ["options_test.clj:" "the options of a flow are a map, and not 3"] (flow (+ 1 2) (add-one 1)))
  (says ["options_test.clj:" "no option :section"] (flow (assoc named-options :section 1) (add-one 1))))

(deftest options-computed-by-a-function_are-refused-with-the-way-out
  (says ["options_test.clj:" "computes options, {:result :all}" "(let [options" "(flow options"]
        (flow (options-of :all) (add-one (up-to 3)))))

(deftest a-statement-with-effects_is-no-options
  (let [seen (atom [])]
    (is (= 2 (flow (swap! seen conj 1) (add-one 1))))
    (is (= 2 (flow (deref (doto seen (swap! conj 2))) (add-one 1))))
    (is (= 3 (flow (add-one 1) (add-one 2))))
    (is (= [1 2] @seen))))

(deftest a-wrong-option_is-placed-and-named
  (doseq [[option value] [[:sections 42] [:arcs 3] [:arcs {:capacity 0}] [:arcs {:batch -1}]
                          [:arcs {:inside 0}] [:order :any] [:result :first] [:failures :never]
                          [:failures {:retry -1}] [:failures {:retry "3"}] [:in-flight 0] [:in-flight 1.5]
                          [:target :worker] [:blocking-target 3] [:as :future]]]
    (let [options {option value}
          said (try (flow options (add-one (up-to 1))) "nothing thrown"
                    (catch Exception e (str (ex-message e))))]
      (is (re-find #"^hocket/flow/options_test\.clj:\d+:\d+: " said) (str options " " said))
      (is (string/includes? said (str option)) (str options " " said))
      (is (not (re-find #",," said)) (str options " " said)))))

(deftest a-wrong-pattern_is-refused-with-its-place
  (says ["options_test.clj:" "section pattern \"[\""] (flow {:sections [["["]]} (add-one 1))))

(deftest result_needs-a-source
  (says ["options_test.clj:" ":result" "no source"] (flow {:result :all} (add-one 1)))
  (says [":result" "no source"] (flow {:result :none} (add-one 1)))
  (is (= 2 (flow {:result :last} (add-one 1)))))

(deftest an-option-that-is-nil_is-not-set
  (is (= 2 (flow {:sections nil :order nil :result nil :as nil} (add-one 1)))))

(deftest a-failure_is-the-original-with-its-place
  (let [thrown (try (flow {:sections :per-function} (add-one (fail-at (up-to 5) 3)))
                    (catch IllegalStateException e e))
        note (some-> ^Throwable thrown .getSuppressed first str)]
    (is (= "cannot take 3" (ex-message thrown)))
    (doseq [word ["fail-at" "options_test.clj:" "packet 3"]]
      (is (string/includes? (str note) word)))))

(defsf ^:private stillborn :state [x (/ 1 0)] [n] (+ n x))

(deftest state-that-cannot-be-made_is-placed
  (let [thrown (is (thrown? ArithmeticException (flow (stillborn 1))))]
    (is (re-matches #"making the state of stillborn#1 at .*options_test.clj:\d+:\d+"
                    (str (first (.getSuppressed ^Throwable thrown)))))))

(deftest failures_may-be-skipped
  (let [seen (atom [])]
    (is (= [2 4] (flow {:result :all :failures {:skip (fn [failure] (swap! seen conj failure))}}
                   (add-one (fail-at (up-to 3) 2)))))
    (is (= [["fail-at#1" 2 "cannot take 2"]]
           (map (juxt :call :packet (comp ex-message :cause)) @seen)))))

(defsf ^:private flaky :state [failed (atom #{})] [n]
  (if (@failed n)
    n
    (do (swap! failed conj n)
        (throw (IllegalStateException. "once")))))

(deftest failures_may-be-retried
  (is (= [1 2 3] (flow {:result :all :failures {:retry 1}} (flaky (up-to 3)))))
  (says [":failures" ":never"] (flow {:failures :never} (add-one 1))))

(deftest a-graph_is-a-value
  (let [graph ^Graph (flow/graph (let [n (up-to 3)] (if (even n) (add-one n) (running-sum n))))]
    (is (= graph (Graph/decode (.encode graph))))
    (is (string/includes? (.name graph) "hocket.flow.options-test:"))))

(deftest a-graph_is-explained-and-drawn
  (let [explained (with-out-str (flow/explain {:sections :per-function} (add-one (weigh 1 (add-one 2)))))
        dot (flow/dot {:sections [["weigh"] ["add.*"]]} (add-one (weigh 1 (add-one 2))))
        html (flow/html (add-one (weigh 1 (add-one 2))))]
    (doseq [id ["add-one#1" "add-one#2" "weigh#1"]]
      (is (string/includes? explained id))
      (is (string/includes? dot id))
      (is (string/includes? html id)))
    (is (string/starts-with? dot "digraph"))
    (is (string/starts-with? html "<!doctype html>"))
    (is (string/includes? html "<svg"))))

(deftest parameters-of-regions_have-the-names-of-the-text
  (let [explained (with-out-str
                    (flow/explain (let [n (loop [i 0] (if (< i 3) (recur (add-one i)) i))]
                                    (loop [i n] (if (< i 9) (recur (add-one i)) i)))))]
    (is (re-find #"add-one#1 .*<- i\n" explained))
    (is (re-find #"add-one#2 .*<- i:2\n" explained))))

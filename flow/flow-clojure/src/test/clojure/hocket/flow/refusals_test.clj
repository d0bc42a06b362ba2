(ns hocket.flow.refusals-test
  "A text that cannot be a graph is refused while it is compiled, with file, line, reason and way out."
  (:require [clojure.test :refer [deftest is]]
            [hocket.flow])
  (:import (dev.hocket.flow.graph FlowException)))

(defn- first-cause [^Throwable thrown]
  (if (instance? FlowException thrown)
    thrown
    (some-> (.getCause thrown) recur)))

(defn- refusal
  "Compiles the text of a file that imports the functions of the tests; returns the compiler's message."
  [text]
  (let [source (str "(ns " (gensym "refused") " (:require [hocket.flow :as flow :refer :all]))"
                    "(flow :import [dev.hocket.flow.clojure.functions])" text)]
    (try
      (binding [*ns* *ns*]
        (clojure.lang.Compiler/load (java.io.StringReader. source) "in/algo.clj" "algo.clj"))
      "not refused"
      (catch Throwable thrown
        (ex-message (or (first-cause thrown) thrown))))))

(defmacro ^:private refuses
  "Defines a test that each text is refused at a line, with words in the message."
  [name & cases]
  `(deftest ~name
     ~@(for [[text line words] cases
             :let [said (gensym "said")]]
         `(let [~said (str (refusal ~text))]
            (is (.contains ~said ~(str "algo.clj:" line ":")) ~said)
            ~@(for [word words]
                `(is (.contains ~said ~word) ~said))))))

(refuses control-flow-around-functions_is-refused-with-its-line
  ["\n\n(flow\n (try (add-one 1) (catch Exception e 2)))" 4 ["'try'" "'add-one' at line 4" "option :failures"]]
  ["\n(flow (map (fn [x]\n (add-one x)) [1]))" 2 ["'fn' stands around" "at line 3" "smap"]]
  ["\n(flow (map #(add-one %) [1]))" 2 ["'#(...)' stands around"]]
  ["\n(flow (let [x 1] (try (add-one 1) (finally x))))" 2 ["'try' stands around"]]
  ["\n(flow (letfn [(f [x] (add-one x))] (f 1)))" 2 ["letfn" "'add-one'"]]
  ["\n(flow (let [a (object-array 1)] (set! (.x a) (add-one 1))))" 2 ["'set!'"]]
  ["\n(flow (binding [*out* nil] (add-one 1)))" 2 ["'binding', which expands to try,"]]
  ["\n(flow (lazy-seq [(add-one 1)]))" 2 ["'lazy-seq'"]]
  ["\n(flow (def x (add-one 1)))" 2 ["'def'" "before the flow"]])

(refuses a-call-that-a-macro-repeats_is-refused
  ["\n(flow (doseq [x [1 2]]\n (add-one x)))" 3 ["'add-one' stands twice" "doseq" "smap"]])

(refuses functions-are-no-values
  ["\n(flow (map add-one [1]))" 2 ["'add-one' is a function of the flow and no value" "pass it to"]]
  ["(defalgo twice [f x] (f (f x)))\n(flow (map twice [1]))" 2 ["'twice' is an algorithm"]]
  ["\n(flow [(algo [x] x)])" 2 ["an algorithm of the flow and no value"]])

(refuses unknown-names_are-refused-with-near-ones
  ["\n(flow (add-on 1))" 2 ["add-on" "did you mean add-one?"]]
  ["\n(flow (add-one nix))" 2 ["nothing is named 'nix' here" "no local"]]
  ["\n(flow (let [number 1] (add-one nmber)))" 2 ["nothing is named 'nmber' here" "the locals are number"]]
  ["\n(flow (add-one (nix 1)))" 2 ["no function is named nix"]]
  ["\n(flow (add-one 1 2))" 2 ["add-one is called with 2 arguments, but takes 1"]]
  ["\n(flow :import [no.such.pack])" 2 ["no.such.pack"]]
  ["\n(flow :import [(foo)])" 2 ["[symbol :as alias]"]]
  ["\n(flow :import foo)" 2 ["takes a vector" "this is foo"]])

(refuses sources-stand-at-the-top
  ["\n(flow (if (even 1)\n (up-to 3) 4))" 3 ["the source 'up-to' stands in a branch" "call it before"]]
  ["\n(flow (loop [i 0] (if (< i 3)\n (recur (up-to 3)) i)))" 3 ["stands in a loop"]]
  ["\n(flow (smap up-to [1]))" 2 ["stands in smap"]]
  ["(defsf ^:source none [] flow/end)\n(flow (if (even 1) (none) 4))" 2 ["the source 'none' stands in a branch"]]
  ["\n(flow (|| 2 x (add-one (up-to 3))))" 2 []]
  ["\n(flow (|| 2 (add-one (up-to 3))))" 2 ["stands in ||"]])

(refuses recur-ends-its-loop
  ["\n(flow (loop [i 0]\n (+ 1 (recur (add-one i)))))" 3 ["recur"]]
  ["\n(flow (loop [i 0]\n (if (even i) (recur (add-one i) 1) i)))" 3 ["recur gives 2 values to a loop of 1"]]
  ["\n(flow (recur (add-one 1)))" 2 ["outside of a loop"]])

(refuses algorithms_are-well-formed
  ["(defalgo down [x]\n (down (add-one x)))\n(flow (down 1))" 2 ["calls itself" "loop and recur"]]
  ["(defalgo a [f] (f f))\n(flow (a a))" 1 ["calls itself"]]
  ["(defalgo a [x] (add-one x))\n(flow (a 1 2))" 2 ["takes 1 argument [x]" "called with 2"]]
  ["\n(defalgo a ([x] x) ([x y] y))" 2 ["one list of parameters"]]
  ["\n(let [k 1] (defalgo a [x] (+ k x)))" 2 ["define it at the top"]]
  ["\n(smap inc [1])" 2 ["outside of a flow"]]
  ["\n(|| 2 x (-> inc))" 2 ["outside of a flow"]]
  ["\n(algo [x] x)" 2 ["outside of a flow"]])

(refuses replicas_are-well-formed
  ["\n(flow (let [n (up-to 2) k 2] (|| k n (-> add-one))))" 2 ["constant number"]]
  ["\n(flow (let [n (up-to 2)] (|| 2 {:balance :fair} n (-> add-one))))" 2 [":fair" ":round-robin"]]
  ["\n(flow (let [n (up-to 2)] (|| 2 {:degrees 1} n (-> add-one))))" 2 [":degrees"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 n (-> running-sum))))" 3 ["running-sum"]]
  ["(defsf last-seen :state [x (atom 0)] [n] (reset! x n))\n(flow (let [n (up-to 2)]\n (|| 2 n (-> last-seen))))" 3
   ["last-seen" "@Replicable"]])

(refuses replicas-by-key_are-well-formed
  ["\n(flow (let [n (up-to 2)] (|| 2 :by n)))" 2 ["needs the value that has the key" "(|| n :by key x body)"]]
  ["\n(flow (|| 2 :by))" 2 ["no key after :by"]]
  ["\n(flow (let [n (up-to 2)] (|| 2 :by nil n (-> running-sum))))" 2 ["no key after :by"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 0 :by even n (-> running-sum))))" 3 ["constant number of replicas"]]
  ["\n(flow (let [n (up-to 2)]\n (|| -1 :by even n (-> running-sum))))" 3 ["constant number of replicas"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 :by running-sum n (-> running-sum))))" 3
   ["'running-sum', which computes the key of ||, has state"]]
  ["(defsf seen :state [k (atom 0)] [x] (swap! k inc))\n(flow (let [n (up-to 2)]\n (|| 2 :by (algo [x]\n (if (even x) (seen x) x)) n (-> running-sum))))" 4
   ["'seen', which computes the key"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 :by even n (-> add-one))))" 3 ["no function in the copies by key has state" "leave out"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 :by even {:balance :random} n (-> running-sum))))" 3 [":balance :random" "selects"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 {:keys 3} n (-> add-one))))" 3 [":keys" "no key"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 :by even {:keys 0} n (-> running-sum))))" 3 [":keys of || cannot be 0"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 :by even {:key 1} n (-> running-sum))))" 3 ["no option :key"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 :by evn n (-> running-sum))))" 3 ["did you mean even?"]]
  ["\n(flow (let [n (up-to 2)]\n (|| 2 :by even n\n (|| 2 n (-> running-sum)))))" 4 ["running-sum" "@Replicable" "key"]]
  ["\n(flow (|| 2 :by up-to 3 (-> running-sum)))" 2 ["has state"]])

(refuses asynchronous-functions_are-well-formed
  ["\n(defsf ^:async ^:source ticks [] nil)" 2 ["'ticks' is ^:async, and ^:source too"]]
  ["\n(defsf ^:async ^:blocking load [] nil)" 2 ["'load' is ^:async, and ^:blocking too"]])

(refuses options_are-known
  ["\n(flow {:section :single} (add-one 1))" 2 ["no option :section" ":sections"]]
  ["\n(flow)" 2 ["no body"]])

(refuses state-stays-in-its-function
  ["\n(defsf f :state [m (java.util.HashMap.)] [x] m)" 2 ["'f' returns its state: m" "return a copy"]]
  ["\n(defsf f :state [m (java.util.HashMap.)] [x] (doto m (.put x 1)))" 2 ["returns its state: m"]]
  ["\n(defsf f :state [m (java.util.HashMap.)] [x] (if x (.values m) nil))" 2 [".values of m"]]
  ["\n(defsf f :state [m (java.util.HashMap.)] [x] (let [y m] {:all y}))" 2 ["returns its state"]]
  ["\n(defsf f :state [m (java.util.ArrayList.)] [x] (map inc m))" 2 ["returns its state: m"]]
  ["\n(defsf f :state [m (java.util.ArrayList.)] [x] (cond (nil? x) 1 :else m))" 2 ["returns its state: m;"]]
  ["\n(defsf f :state [m (java.util.ArrayList.)] [x] (case x 1 m 2))" 2 ["returns its state: m;"]]
  ["\n(defsf f :state [m (java.util.ArrayList.)] [x] (-> m (doto (.add x)) .iterator))" 2 [".iterator of m;"]]
  ["\n(defsf f :state [m (java.util.ArrayList.)] [x] (or x m))" 2 ["returns its state: m;"]]
  ["\n(defsf f :state [m (java.util.ArrayList.)] [x] (when-let [y m] y))" 2 ["returns its state: m;"]]
  ["\n(defsf f :state [m (java.util.ArrayList.)] [x] (try x (catch Exception e m)))" 2 ["returns its state: m;"]]
  ["\n(defsf f :state [m (java.util.ArrayList.)] [x] (cond (.add m x) (vec m) :else (count m)))\n(flow (nix))" 3 ["nix"]]
  ["\n(defsf f :state [m (object-array 3)] [x] (do (aset m 0 x) (vec m)))" 2 ["returns its state: vec of m;"]]
  ["\n(defsf f :state [m (object-array 3)] [x] (let [all (vec m)] {:all all}))" 2 ["returns its state: vec of m;"]]
  ["\n(defsf f :state [k 5, ks [1 {:a \"b\"}]] [x] (if x k ks))\n(flow (nix))" 3 ["nix"]]
  ["\n(defsf f :state [m] [x] x)" 2 [":state [name value ...]"]])

(deftest text-that-nests-too-deep_is-refused-with-its-line
  (let [nested (nth (iterate vector '(inc 1)) 1000000)
        form (with-meta (list 'hocket.flow/flow nested) {:line 7 :column 3})
        said (try (eval form) (catch Throwable thrown (ex-message (or (first-cause thrown) thrown))))]
    (is (re-find #":7:3: .*nests too deep.*let" (str said)))))

(refuses a-macro-that-fails_is-located
  ["\n(flow (cond (add-one 1)))" 2 ["the macro cond fails" "even number of forms"]])

(deftest a-name-for-flows_is-refused-outside-of-one
  (is (thrown-with-msg? IllegalStateException #"called outside of a flow"
                        (eval '(do (hocket.flow/defalgo outside-algorithm [x] x) (outside-algorithm 1)))))
  (is (thrown-with-msg? IllegalStateException #"called outside of a flow"
                        (eval '(do (hocket.flow/defsf outside-function [x] x) (outside-function 1))))))

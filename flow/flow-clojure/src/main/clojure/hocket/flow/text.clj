(ns hocket.flow.text
  "Finds the classes that code names which Clojure has compiled at run time: functions, reify, deftype. Such
  code has no class file, but a place in the text of a namespace. Where the text cannot be read, nothing is known."
  (:require [clojure.java.io :as io]
            [clojure.string :as string]
            [hocket.flow.names :as names])
  (:import (clojure.lang Compiler DynamicClassLoader IProxy LineNumberingPushbackReader Namespace Symbol Var)
           (dev.hocket.flow.state CodeUses JdkSettings$Changed JdkSettings$Printed Readers)
           (java.io File StringReader)
           (java.util.regex Pattern)))

;; Texts

(defn- forms-in [ns text]
  (binding [*ns* ns *read-eval* false *data-readers* {} *default-data-reader-fn* tagged-literal]
    (let [reader (LineNumberingPushbackReader. (StringReader. text))]
      (loop [forms []]
        (let [begin (.getLineNumber reader)
              form (read {:read-cond :allow :eof ::end} reader)]
          (if (= ::end form)
            forms
            (recur (conj forms {:form form :first (:line (meta form) begin) :last (.getLineNumber reader)}))))))))

(def ^:private latest "The text that was read last: most classes of a flow are from one." (atom nil))

(defn- read-forms
  "Reads the forms of a file, each with its first and last line; nil if it cannot be read."
  [^Namespace ns file]
  (when-let [place (or (io/resource file) (let [found (File. ^String file)] (when (.isFile found) found)))]
    (try
      (let [text (slurp place)
            known @latest]
        (if (= [ns text] (:key known))
          (:forms known)
          (:forms (reset! latest {:key [ns text] :forms (forms-in ns text)}))))
      (catch Exception _ nil))))

(defn- forms-of-var
  "Lists the forms that may have defined a Var, or a type that has this name."
  [^Var found written]
  (let [{:keys [file line]} (meta found)]
    (when (and file line)
      (seq (for [{:keys [form first last]} (read-forms (.ns found) file)
                 :when (or (<= first line last)
                           (and (seq? form) (= written (second form))))]
             form)))))

(defn- makes-no-other
  "Whether a form makes only code that its name shows, or none."
  [ns form]
  (and (seq? form)
       (symbol? (first form))
       (contains? #{#'defn #'defn- #'defmacro #'ns #'comment #'import} (names/meaning ns (first form)))))

(defn- loader [^Class type]
  (.getClassLoader type))

(defn- loader-above [type]
  (some-> ^ClassLoader (loader type) .getParent))

(defn- class-of-var
  "Returns the class of the function of a Var, if it is the one that the definition of the Var has made."
  [^Var found]
  (let [made (when (.hasRoot found) (class (.getRawRoot found)))
        written (re-pattern (str "\\$" (Pattern/quote (munge (str (.sym found)))) "(__\\d+)?"))]
    (when (some->> ^Class made .getName (re-find written))
      made)))

(defn- other-forms
  "Lists all forms of a namespace that may have made a class of which no Var shows where it was written. Each form
  has a class loader, and those of a file have one above them; code that is read otherwise has another one."
  [^Namespace ns type]
  (let [vars (vals (ns-interns ns))
        texts (map #(read-forms ns %) (distinct (keep (comp :file meta) vars)))]
    (when (and (every? some? texts)
               (some #(identical? (loader-above type) (loader-above %)) (keep class-of-var vars)))
      (remove #(makes-no-other ns %) (map :form (apply concat texts))))))

(defn- place-of
  "Finds the namespace of a class, and the name of its definition in the text."
  [^Class type]
  (let [[before inside] (string/split (.getName type) #"\$")
        namespace-named #(find-ns (symbol (Compiler/demunge %)))
        [_ around simple] (re-matches #"(.*)\.([^.]+)" before)]
    (if-let [ns (namespace-named before)]
      (let [written (symbol (Compiler/demunge (str inside)))]
        [ns written written])
      (when-let [ns (some-> around namespace-named)]
        (let [written (symbol (Compiler/demunge simple))]
          [ns (symbol (str "->" written)) written])))))

(defn- forms-of-class
  "Lists the forms that may have made a class; nil if they are not known. A Var whose function has the same class
  loader was defined by the same form."
  [type [ns maker written]]
  (let [named (get (ns-interns ns) maker)
        beside (for [[name found] (ns-interns ns)
                     :let [other (class-of-var found)]
                     :when (and other (identical? (loader type) (loader other)))]
                 (forms-of-var found name))]
    (cond
      (seq beside) (when (every? some? beside) (apply concat beside))
      named (forms-of-var named written)
      :else (other-forms ns type))))

;; What texts name

(defn- meaning-of
  "Finds the class or Var that a symbol in a text names."
  [ns symbol-there]
  (let [name (name symbol-there)
        class-named #(try (names/class-of ns (symbol %)) (catch LinkageError _ nil))]
    (or (some-> (namespace symbol-there) class-named)
        (when (re-matches #".+[^.]\." name)
          (class-named (subs name 0 (dec (count name)))))
        (try (names/meaning ns symbol-there) (catch LinkageError _ nil)))))

(defn- of-language? [^Var found]
  (re-find #"^(clojure\.|hocket\.flow$)" (str (.ns found))))

;; A form of a namespace has been evaluated before a flow begins; functions in it run later.

(def ^:private at-once
  "Macros and special forms of which all parts are evaluated where they stand."
  '#{do let let* loop loop* if if-not if-let if-some when when-not when-let when-some def defonce binding doto})

(defn- evaluates-parts?
  "Whether a list evaluates all of its parts where it stands, as a call does."
  [ns [head]]
  (let [found (when (symbol? head) (meaning-of ns head))]
    (or (contains? at-once head)
        (and (var? found)
             (if (.isMacro ^Var found)
               (and (names/of-core? found) (contains? at-once (.sym ^Var found)))
               (not (special-symbol? head)))))))

(defn- late
  "Lists the parts of a form that run after the form has been evaluated, if they run."
  [ns form]
  (cond
    (not (coll? form)) nil
    (or (not (seq? form)) (evaluates-parts? ns form)) (mapcat #(late ns %) form)
    :else (rest form)))

(defn- relevant
  "Returns what counts of what a symbol names: a class, a macro, what a macro uses, or ::any. A macro may make the name
  of any class."
  [found macro]
  (cond
    (class? found) (if (CodeUses/isReflective found) ::any found)
    (not (var? found)) nil
    (or (names/by-name? found) (and macro (= #'symbol found))) ::any
    (of-language? found) nil
    (or macro (.isMacro ^Var found)) found))

(defn- parts [form]
  (if (tagged-literal? form) [(:form form)] (seq form)))

(defn- sets?
  "Whether a symbol in a text may be a method that changes settings of the JVM: Class/method, .method, or method after
  two dots."
  [ns ^Symbol written found]
  (let [around (some->> (namespace written) symbol (meaning-of ns))]
    (if (namespace written)
      (and (class? around) (names/sets? around (name written)))
      (and (nil? found) (names/sets? nil (name written))))))

(defn- named-by
  "Lists what counts of what a symbol names."
  [ns macro written]
  (let [found (meaning-of ns written)
        counting (relevant found macro)]
    (cond-> []
      counting (conj counting)
      (and (var? found) (names/prints? found)) (conj JdkSettings$Printed)
      (sets? ns written found) (conj JdkSettings$Changed))))

(defn- alters?
  "Whether a part of a text is a definition, or names a function that gives other values to what all code may look at."
  [ns part]
  (if (symbol? part)
    (let [found (meaning-of ns part)]
      (and (var? found) (names/alters? found)))
    (and (seq? part)
         (symbol? (first part))
         (names/defines? (first part) (meaning-of ns (first part))))))

(defn- alters-var?
  "Whether a form names a Var itself, to which code may give another value."
  [ns form]
  (when (and (seq? form) (= 'var (first form)) (symbol? (second form)))
    (let [found (meaning-of ns (second form))]
      (and (var? found) (names/alterable? found)))))

(defn- forms-below [form]
  (tree-seq #(or (coll? %) (tagged-literal? %)) parts form))

(defn- named-in
  "Lists what counts of what forms name. A macro in code that runs while a flow runs is ::late: it may make definitions
  there. Any other makes them for the namespace."
  [ns forms macro]
  (when forms
    (let [all (forms-below forms)
          running (case macro
                    ::late all
                    ::early nil
                    (mapcat forms-below (mapcat #(late ns %) forms)))
          symbols #(set (filter symbol? %))
          in-running (symbols running)
          named (for [written (symbols all)
                      found (named-by ns macro written)]
                  (if (var? found) [found (if (in-running written) ::late ::early)] found))]
      (cond->> named
        (or (some #(alters-var? ns %) all)
            (some #(alters? ns %) running)) (cons JdkSettings$Changed)))))

(defn- compiled? [^Class type]
  (instance? DynamicClassLoader (.getClassLoader type)))

(defn- without-code?
  "Whether a class has no code of a text: the methods of a proxy are functions that it holds."
  [^Class type]
  (or (.isInterface type) (.isAssignableFrom IProxy type)))

(defn- of-hocket?
  "Whether a namespace is one that helps flows to run: a function of the program may run a flow."
  [^Namespace ns]
  (re-find #"^hocket\.flow(\.(run|text|names|deep|refusal))?$" (str (ns-name ns))))

(defn- named-by-function-of-clojure
  "Lists what a function of Clojure may do that code gets as a value; nil if it finds code by its name."
  [^Class type]
  (let [[_ ns written] (re-matches #"([^$]+)\$([^$]+).*" (.getName type))
        found (some-> (find-ns (symbol (Compiler/demunge ns))) (ns-resolve (symbol (Compiler/demunge written))))]
    (cond
      (not (var? found)) []
      (names/by-name? found) nil
      :else (cond-> []
              (names/alters? found) (conj JdkSettings$Changed)
              (names/prints? found) (conj JdkSettings$Printed)))))

(defn- named-by-class [type]
  (if (and (compiled? type) (not (without-code? type)))
    (when-let [[ns :as place] (place-of type)]
      (if (of-hocket? ns)
        []
        (named-in ns (forms-of-class type place) nil)))
    []))

(defn- named-by-macro [[^Var found runs]]
  (if (and (.hasRoot found) (or (.isMacro found) (fn? @found)))
    (named-in (.ns found) (forms-of-var found (.sym found)) runs)
    []))

(defn- named-by-code [type]
  (loop [open [type], seen #{}]
    (if-let [one (peek open)]
      (if (seen one)
        (recur (pop open) seen)
        (when-let [more (cond (class? one) (named-by-class one) (vector? one) (named-by-macro one))]
          (recur (into (pop open) more) (conj seen one))))
      (disj (set (filter class? seen)) type))))

(defn named
  "Lists the classes that the code of a class may name; nil if that is not known."
  [type]
  (if (Readers/isFunctionOfClojure type)
    (named-by-function-of-clojure type)
    (named-by-code type)))

(ns hocket.flow.closed
  "Reads forms with a control flow of their own, such as fn and try. Such a form must be plain Clojure;
  one that calls a function of the flow is refused."
  (:require [hocket.flow.names :as names]
            [hocket.flow.tree :refer [analyze analyze-all bind bind-all closed]]))

(defn analyze-fn
  "Reads a function literal."
  [[_ & parts :as form] env]
  (let [name (when (symbol? (first parts)) (first parts))
        [inside own] (if name (bind env name) [env nil])
        bare (vector? (first (if name (rest parts) parts)))
        methods (if name (rest parts) parts)
        analyzed (for [[parameters & body] (if bare [methods] methods)]
                   (let [names (remove #{'&} parameters)
                         [within owns] (bind-all inside names)
                         replaced (map (zipmap names owns) parameters)]
                     [(with-meta (mapv #(or %1 '&) replaced) (meta parameters))
                      (mapv #(analyze % (assoc within :recur-arity (count names))) body)]))
        analyzed (vec analyzed)]
    (closed form env (mapcat second analyzed)
            (fn [emitted]
              (let [methods (loop [[[parameters body] & more] analyzed, emitted emitted, done []]
                              (if parameters
                                (recur more (drop (count body) emitted)
                                       (conj done (list* parameters (take (count body) emitted))))
                                done))]
                `(~(first form) ~@(when own [own]) ~@methods))))))

(defn analyze-letfn
  "Reads letfn: local functions that may call one another."
  [[_ names-and-forms & body :as form] env]
  (let [[inside owns] (bind-all env (take-nth 2 names-and-forms))
        functions (analyze-all (take-nth 2 (rest names-and-forms)) inside)
        values (analyze-all body inside)]
    (closed form env (concat functions values)
            (fn [emitted]
              (let [[functions values] (split-at (count owns) emitted)]
                `(letfn* [~@(interleave owns functions)] ~@values))))))

(defn- clause? [form head]
  (and (seq? form) (= head (first form))))

(defn analyze-try
  "Reads a try with its catch and finally clauses."
  [[_ & parts :as form] env]
  (let [env (dissoc env :recur-arity)
        analyzed (vec
                  (for [part parts]
                    (cond
                      (clause? part 'catch)
                      (let [[_ type name & body] part
                            [inside own] (bind env name)]
                        {:head ['catch (or (names/qualified (:ns env) type) type) own]
                         :children (analyze-all body inside)})

                      (clause? part 'finally)
                      {:head ['finally] :children (analyze-all (rest part) env)}

                      :else
                      {:children [(analyze part env)]})))]
    (closed form env (mapcat :children analyzed)
            (fn [emitted]
              (loop [[{:keys [head children] :as part} & more] analyzed, emitted emitted, done []]
                (if part
                  (let [[own others] (split-at (count children) emitted)]
                    (recur more others
                           (conj done (if head (concat head own) (first own)))))
                  `(try ~@done)))))))

(defn analyze-reify
  "Reads reify: an object of interfaces."
  [[_ types & methods :as form] env]
  (let [analyzed (vec
                  (for [[name parameters & body] methods]
                    (let [[inside owns] (bind-all env parameters)]
                      {:head [name (with-meta owns (meta parameters))]
                       :children (analyze-all body (assoc inside :recur-arity
                                                          (dec (count parameters))))})))
        types (mapv #(or (names/qualified (:ns env) %) %) types)]
    (closed form env (mapcat :children analyzed)
            (fn [emitted]
              (loop [[{:keys [head children] :as part} & more] analyzed, emitted emitted, done []]
                (if part
                  (let [[own others] (split-at (count children) emitted)]
                    (recur more others (conj done (concat head own))))
                  `(reify* ~types ~@done)))))))

(defn analyze-case*
  "Reads the form that case expands to. Its branches are numbered, and a plain case chooses the number."
  [[_ value shift mask default branches & more :as form] env]
  (let [keys (keys branches)
        children (analyze-all (list* value default (map (comp second branches) keys)) env)]
    (closed form env children
            (fn [[value default & thens]]
              `(case* ~value ~shift ~mask ~default
                      ~(into (sorted-map)
                             (map (fn [key then] [key [(first (branches key)) then]]) keys thens))
                      ~@more)))))

(defn analyze-parts
  "Reads a form that evaluates all of its parts, in an order of its own."
  [form env]
  (let [env (dissoc env :recur-arity)
        children (analyze-all (rest form) env)]
    (closed form env children #(list* (first form) %))))


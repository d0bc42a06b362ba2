/** The names of AssemblyScript's number types, for the files that tsc and asc both compile. */
declare type bool = boolean;
declare type i32 = number;
declare type u32 = number;
declare type f64 = number;

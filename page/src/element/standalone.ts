/** The entry of the bundle for other pages. */
export {};

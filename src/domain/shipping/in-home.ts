/** Ship methods that end in a room of the shopper's: local and long-distance in-home delivery (SHIP-13). */
export const inHomeMethods: readonly number[] = [6, 7]

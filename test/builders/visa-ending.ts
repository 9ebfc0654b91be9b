/** A 16-digit Visa number that passes Luhn and ends in these four digits. */
export function visaEnding(lastFour: string): string {
  for (let middle = 0; middle < 10; middle += 1) {
    const number = `41111111111${middle}${lastFour}`
    const sum = Array.from(number).reduce((total, digit, index) => {
      const weighed = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
      return total + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
    if (sum % 10 === 0) return number
  }
  throw new Error('no such number')
}

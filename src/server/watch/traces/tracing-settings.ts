import { z } from 'zod'

/** Where traces are sent, and how many of a hundred percent are kept. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isAddress, 'the address of a collector, as in http://collector.example:4318')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'from 0 to 1, as in 0.1')
    .transform(Number)
    .default(1),
}

/** Where traces go, without /v1/traces, and which part of them is kept, from 0 to 1. */
export type TracingConfig = { readonly endpoint: string; readonly ratio: number }

/** null: nothing is traced. */
export function tracingOf(input: z.output<z.ZodObject<typeof tracingSettings>>): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = input
  return endpoint === undefined ? null : { endpoint, ratio }
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain && url.search === '' && url.hash === '' && /^\S{1,1000}$/.test(text)
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type ObjectStoreKeys = { readonly accessKeyId: string; readonly secretAccessKey: string }

/** A request as it came, to be judged by its signature. */
export type SignedRequest = {
  readonly method: string
  /** Path with its query, as the browser or library wrote them. */
  readonly url: string
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  readonly body: Buffer
}

/** Why a request is turned away, by S3's own codes. */
export type SignatureFault =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch'

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([a-z\d-]+)\/s3\/aws4_request, ?SignedHeaders=([a-z\d;-]+), ?Signature=([\da-f]{64})$/
const skewMs = 15 * 60_000

/**
 * Judges an AWS Signature Version 4 of a request to S3, its body with it; null: it is good. A body that is not signed
 * (UNSIGNED-PAYLOAD) is turned away too, for a torn one would pass.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signatureFault(request: SignedRequest, keys: ObjectStoreKeys, now: Date): SignatureFault | null {
  const said = (name: string) => String(request.headers[name] ?? '')
  const read = form.exec(said('authorization'))
  if (read === null) return 'AccessDenied'
  const [, keyId = '', day = '', region = '', signedHeaders = '', signature = ''] = read
  if (keyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const moment = said('x-amz-date')
  const at = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(at - now.getTime()) <= skewMs) || !moment.startsWith(day)) return 'RequestTimeTooSkewed'
  const bodyHash = said('x-amz-content-sha256')
  if (bodyHash !== sha256(request.body)) return 'XAmzContentSHA256Mismatch'
  const [path = '', query = ''] = request.url.split('?')
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied'
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${said(name).trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (under, part) => createHmac('sha256', under).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  )
  const expected = createHmac('sha256', key).update(toSign).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}

import { render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Picture, SmallPicture } from '#web/ui/picture.tsx'

const drawing = { path: '/pictures/sofa.1a2b.svg', alt: 'A sofa', width: 960, height: 1200, color: '#eeeeee' }
const photograph = { ...drawing, path: '/pictures/sofa.1a2b.w720.webp', widths: [240, 480, 720, 960] }

function elementsOf(node: Parameters<typeof render>[0]) {
  const { container } = render(node)
  return { source: container.querySelector('source'), image: container.querySelector('img') }
}

describe('a picture', () => {
  test('offers a photograph as AVIF and WebP in all its widths, with the size of its place', () => {
    const { source, image } = elementsOf(<Picture picture={photograph} sizes="50vw" />)
    expect(source?.type).toBe('image/avif')
    expect(source?.getAttribute('srcset')).toContain('/pictures/sofa.1a2b.w960.avif 960w')
    expect(image?.getAttribute('srcset')).toContain('/pictures/sofa.1a2b.w240.webp 240w, ')
    expect([source?.getAttribute('sizes'), image?.getAttribute('sizes')]).toEqual(['50vw', '50vw'])
    expect(image?.getAttribute('src')).toBe(photograph.path)
  })

  test('has its measures, and comes when it is near unless it is the first of the page', () => {
    const { image } = elementsOf(<Picture picture={photograph} />)
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['960', '1200'])
    expect(image?.getAttribute('loading')).toBe('lazy')
    const first = elementsOf(<Picture picture={photograph} isFirst />).image
    expect([first?.getAttribute('loading'), first?.getAttribute('fetchpriority')]).toEqual(['eager', 'high'])
  })

  test('is asked for before the page is read when it is the first, and by no other browser than one that reads AVIF', () => {
    const html = renderToString(<Picture picture={photograph} isFirst sizes="100vw" />)
    const [link] = /^<link [^>]*>/.exec(html) ?? []
    expect(link).toContain('rel="preload" as="image" type="image/avif"')
    expect(link).toContain('/pictures/sofa.1a2b.w480.avif 480w')
    expect(renderToString(<Picture picture={photograph} sizes="100vw" />)).not.toContain('preload')
  })

  test('is one file when it is a drawing', () => {
    const { source, image } = elementsOf(<Picture picture={drawing} sizes="50vw" />)
    expect(source).toBeNull()
    expect([image?.getAttribute('src'), image?.getAttribute('srcset')]).toEqual([drawing.path, null])
  })
})

describe('a picture in a list', () => {
  test('is offered in the widths that its address tells of', () => {
    const { source, image } = elementsOf(<SmallPicture path={photograph.path} width={120} />)
    expect(source?.getAttribute('srcset')).toBe(
      '/pictures/sofa.1a2b.w240.avif 240w, /pictures/sofa.1a2b.w480.avif 480w, /pictures/sofa.1a2b.w720.avif 720w',
    )
    expect([image?.getAttribute('sizes'), image?.getAttribute('height')]).toEqual(['120px', '150'])
  })

  test('is one file when it is a drawing, and nothing when there is none', () => {
    expect(elementsOf(<SmallPicture path={drawing.path} width={72} />).source).toBeNull()
    expect(elementsOf(<SmallPicture path="" width={72} />).image).toBeNull()
  })
})

import type { ReactNode } from 'react'
import type { RegistryView } from '#contracts/registry/pages.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { RegistryRecommendations } from '#web/catalog/recommendation/registry-recommendations.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { CloseForm, RegistryCompletion, SharedLink, SurpriseNote } from '#web/registry/owner-ways.tsx'
import { RegistryItem } from '#web/registry/registry-item.tsx'
import { ThankYouList } from '#web/registry/thank-you-list.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './registry-page.module.css'

/** An owner's registries, or one of them; quantities are changed right here (REG-31). */
export function RegistrantListPage({ page }: { readonly page: PageOf<'registrantList'> }): ReactNode {
  const { grId, registries } = page
  const [only] = registries
  const isOne = grId !== null && only !== undefined
  return (
    <div className={styles.page} data-registrant-mode={page.isRegistrantMode}>
      <header className={styles.head}>
        <h1 className={styles.title}>{isOne ? only.title : 'Your registries'}</h1>
        {isOne ? (
          <ButtonLink to={registryAddresses.list} kind="plain">
            All registries
          </ButtonLink>
        ) : (
          <div className={styles.ways}>
            <ButtonLink to={registryAddresses.find} kind="plain">
              Find a registry
            </ButtonLink>
            <ButtonLink to={registryAddresses.create} kind="quiet">
              Create Registry
            </ButtonLink>
          </div>
        )}
      </header>
      {registries.length === 0 && <p className={styles.fact}>You have no registry yet.</p>}
      {registries.map((registry) => (
        <Registry key={registry.grId} registry={registry} isAlone={isOne} />
      ))}
      {isOne && <ThankYouList grId={only.grId} gifts={page.gifts} />}
      {registries.length > 0 && <RegistryRecommendations />}
    </div>
  )
}

function Registry(props: { readonly registry: RegistryView; readonly isAlone: boolean }): ReactNode {
  const { registry, isAlone } = props
  const Item = isAlone ? 'h2' : 'h3'
  return (
    <section className={styles.registry} aria-label={registry.title}>
      <div className={styles.head}>
        <div>
          {!isAlone && <h2 className={styles.name}>{registry.title}</h2>}
          <p className={styles.fact}>{registry.ownerNames}</p>
          {registry.isClosed && (
            <>
              <p className={styles.fact}>Closed: nobody finds it, and nothing can be bought from it.</p>
              <CloseForm {...registry} />
            </>
          )}
        </div>
        <div className={styles.ways}>
          {!isAlone && (
            <ButtonLink to={registryAddresses.view(registry.grId)} kind="plain">
              View Registry
            </ButtonLink>
          )}
          <ButtonLink to={registryAddresses.edit(registry.grId)} kind="plain">
            Change
          </ButtonLink>
          {registry.hasChecklist && (
            <ButtonLink to={registryAddresses.checklist(registry.grId)} kind="plain">
              View Checklist
            </ButtonLink>
          )}
        </div>
      </div>
      {isAlone && !registry.isClosed && <SharedLink registry={registry} />}
      {isAlone && <SurpriseNote {...registry} />}
      {isAlone && !registry.isClosed && <RegistryCompletion registry={registry} />}
      {registry.items.length === 0 ? (
        <p className={styles.empty}>
          Nothing on it yet.{' '}
          <ButtonLink to="/" kind="plain">
            Find something to wish for
          </ButtonLink>
        </p>
      ) : (
        <ul className={styles.items}>
          {registry.items.map((item) => (
            <RegistryItem
              key={`${item.sku} ${item.designId}`}
              grId={registry.grId}
              item={item}
              heading={Item}
              isSurprise={registry.isSurprise}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
